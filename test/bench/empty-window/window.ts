import { Map, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import 'maplibre-gl/dist/maplibre-gl.css';

// A minimal map window: a blank map, and a search box that answers with the length of the text. The
// difference is the cost of Waypost itself.

setWorkerUrl(new URL(workerUrl, location.href).href);

const box = document.querySelector('input')!;
const answer = document.querySelector('span')!;
box.addEventListener('input', () => {
  answer.textContent = `${box.value.length} of 0`;
});

const map = new Map({
  container: 'map',
  style: {
    version: 8,
    sources: {},
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': '#dde5ec' } }],
  },
  center: [10, 50],
  zoom: 4,
  attributionControl: false,
});
void map.once('load', () => {
  map.once('render', () => {
    // Without a preload, the title is the only way to send data to main.
    requestAnimationFrame(() => {
      document.title = `drawn ${performance.timeOrigin + performance.now()}`;
    });
  });
  map.triggerRepaint();
});
