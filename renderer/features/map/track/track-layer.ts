import type { CustomLayerInterface, CustomRenderMethodInput, Map as BaseMap } from 'maplibre-gl';
import { rgb, type ColourScheme } from '#lib/device-state-look';
import { drawOver, InstanceBuffer, linkProgram, movedTo, uniformsOf } from '#engines/map';
import { worldsOnScreen } from '#engines/map';
import { TexelBuffer } from './texel-buffer';
import {
  markFragment,
  markVertex,
  pieceFragment,
  pieceTexels,
  pieceVertex,
  pieceVertices,
} from './track-shaders';
import type { TrackPicture } from './track-types';

const pieceUniforms = ['matrix', 'viewport', 'width', 'casing', 'texels'] as const;
const markUniforms = ['matrix', 'viewport', 'bearing', 'ink', 'halo'] as const;

/** A performance mark, so that drawing can be measured from outside. */
const drawnMark = 'waypost tracks drawn';

const linePx = 3.4;
const casingPx = 6;

const inks: Record<ColourScheme, { casing: string; ink: string; halo: string }> = {
  light: { casing: '#ffffff', ink: '#1b2129', halo: '#ffffff' },
  dark: { casing: '#0b0f14', ink: '#f2f5f8', halo: '#0b0f14' },
};

interface Resources {
  gl: WebGL2RenderingContext;
  pieces: WebGLProgram;
  atPieces: Record<(typeof pieceUniforms)[number], WebGLUniformLocation | null>;
  pieceBuffer: TexelBuffer;
  marks: WebGLProgram;
  atMarks: Record<(typeof markUniforms)[number], WebGLUniformLocation | null>;
  markBuffer: InstanceBuffer;
}

/** Draws tracks on the map's canvas: a casing, the pieces over it, the direction marks on top. */
export class TrackLayer implements CustomLayerInterface {
  readonly id = 'tracks';
  readonly type = 'custom';
  readonly renderingMode = '2d';
  #map: BaseMap | null = null;
  #resources: Resources | null = null;
  #picture: TrackPicture | null = null;
  #isSent = false;
  #theme: ColourScheme = 'light';

  setPicture(picture: TrackPicture): void {
    this.#picture = picture;
    this.#isSent = false;
    this.#map?.triggerRepaint();
  }

  setTheme(theme: ColourScheme): void {
    this.#theme = theme;
    this.#map?.triggerRepaint();
  }

  /** How many pieces are drawn. */
  get pieces(): number {
    return (this.#resources?.pieceBuffer.texels ?? 0) / pieceTexels;
  }

  onAdd(map: BaseMap, gl: WebGL2RenderingContext): void {
    this.#map = map;
    const pieces = linkProgram(gl, pieceVertex, pieceFragment);
    const marks = linkProgram(gl, markVertex, markFragment);
    this.#resources = {
      gl,
      pieces,
      atPieces: uniformsOf(gl, pieces, pieceUniforms),
      pieceBuffer: new TexelBuffer(gl),
      marks,
      atMarks: uniformsOf(gl, marks, markUniforms),
      markBuffer: new InstanceBuffer(gl, [2, 1]),
    };
    this.#isSent = false;
  }

  onRemove(): void {
    const resources = this.#resources;
    this.#resources = null;
    this.#map = null;
    if (!resources) return;
    resources.pieceBuffer.free();
    resources.markBuffer.free();
    resources.gl.deleteProgram(resources.pieces);
    resources.gl.deleteProgram(resources.marks);
  }

  render(gl: WebGL2RenderingContext, input: CustomRenderMethodInput): void {
    const resources = this.#resources;
    const picture = this.#picture;
    const map = this.#map;
    if (!resources || !picture || !map) return;
    if (!this.#isSent) {
      resources.pieceBuffer.set(picture.pieces);
      resources.markBuffer.set(picture.marks);
      this.#isSent = true;
      performance.clearMarks(drawnMark);
      performance.mark(drawnMark, { detail: { pieces: this.pieces } });
    }
    drawOver(gl);
    const { mainMatrix } = input.defaultProjectionData;
    const canvas = map.getCanvas();
    const size = [canvas.clientWidth, canvas.clientHeight] as const;
    const bounds = map.getBounds();
    const [first, last] = worldsOnScreen(bounds.getWest(), bounds.getEast(), map.getZoom());
    const home = Math.floor(picture.origin.x);
    for (let world = first; world <= last; world++) {
      const matrix = movedTo(mainMatrix, picture.origin.x - home + world, picture.origin.y);
      this.#drawPieces(resources, matrix, size);
      this.#drawMarks(resources, matrix, size, (map.getBearing() * Math.PI) / 180);
    }
  }

  #drawPieces(resources: Resources, matrix: Float32Array, size: readonly [number, number]): void {
    const { gl, pieces, atPieces, pieceBuffer } = resources;
    gl.useProgram(pieces);
    gl.uniformMatrix4fv(atPieces.matrix, false, matrix);
    gl.uniform2f(atPieces.viewport, ...size);
    gl.uniform4f(atPieces.casing, ...rgb(inks[this.#theme].casing), 1);
    gl.uniform1i(atPieces.texels, 0);
    gl.uniform1f(atPieces.width, casingPx);
    pieceBuffer.draw(this.pieces * pieceVertices);
    gl.uniform4f(atPieces.casing, 0, 0, 0, 0);
    gl.uniform1f(atPieces.width, linePx);
    pieceBuffer.draw(this.pieces * pieceVertices);
  }

  #drawMarks(
    resources: Resources,
    matrix: Float32Array,
    size: readonly [number, number],
    bearing: number,
  ): void {
    const { gl, marks, atMarks, markBuffer } = resources;
    gl.useProgram(marks);
    gl.uniformMatrix4fv(atMarks.matrix, false, matrix);
    gl.uniform2f(atMarks.viewport, ...size);
    gl.uniform1f(atMarks.bearing, bearing);
    gl.uniform3f(atMarks.ink, ...rgb(inks[this.#theme].ink));
    gl.uniform3f(atMarks.halo, ...rgb(inks[this.#theme].halo));
    markBuffer.draw();
  }
}
