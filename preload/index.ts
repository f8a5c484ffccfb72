import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { createClient, droppedFileMessage, portMessage, portNames } from '#shared/ipc/define';
import { contract } from '#shared/ipc/contract';

const client = createClient(contract, {
  invoke: (channel, input) => ipcRenderer.invoke(channel, input),
  listen: (channel, listener) => {
    const onEvent = (_event: unknown, payload: unknown) => listener(payload);
    ipcRenderer.on(channel, onEvent);
    return () => ipcRenderer.off(channel, onEvent);
  },
});

contextBridge.exposeInMainWorld('waypost', client);

// A MessagePort cannot cross the context bridge; a window message can carry it.
for (const message of portNames.map(portMessage)) {
  ipcRenderer.on(message, (event) => {
    window.postMessage(message, window.location.origin, event.ports);
  });
}

// A file dropped on the map. Only the preload can learn its path, and code in the window cannot make such
// an event or such a file.
const isOnMap = ({ target, dataTransfer }: DragEvent) =>
  dataTransfer !== null &&
  dataTransfer.types.includes('Files') &&
  target instanceof Element &&
  target.closest('.maplibregl-map') !== null;

window.addEventListener('dragover', (event) => {
  if (!isOnMap(event)) return;
  event.preventDefault();
  event.dataTransfer!.dropEffect = 'copy';
});
window.addEventListener('drop', (event) => {
  if (!isOnMap(event)) return;
  event.preventDefault();
  const [file] = event.dataTransfer!.files;
  if (event.isTrusted && file) ipcRenderer.send(droppedFileMessage, webUtils.getPathForFile(file));
});
