import { serveTracks } from './track-reader';

serveTracks(globalThis as unknown as Parameters<typeof serveTracks>[0]);
