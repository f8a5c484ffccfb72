// Globals that every JavaScript runtime has but no ECMAScript lib declares. DOM and Node types are
// not visible in shared/, so that it runs in both processes.
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, into: Uint8Array): { read: number; written: number };
}
declare class TextDecoder {
  decode(bytes: Uint8Array): string;
}
declare class URL {
  constructor(url: string, base?: string);
  readonly protocol: string;
  readonly origin: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly username: string;
  readonly password: string;
  readonly hash: string;
  readonly searchParams: { get(name: string): string | null };
  static canParse(url: string): boolean;
}
