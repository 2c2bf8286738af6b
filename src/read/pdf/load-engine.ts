import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Engine } from '../../pdf/engine.ts';

/** Memory that one document may take inside the module; beyond it PDFium gives up on the document. */
const MAX_HEAP_BYTES = 384 * 1024 * 1024;

// seam: Node 20 knows WebAssembly, the types of Node know only its shapes.
const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: Wasm };

interface Wasm {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: Imports): Promise<object>;
}

interface Imports {
  readonly env: { emscripten_resize_heap: (bytes: number) => unknown };
}

let compiled: Promise<object> | null = null;

/**
 * A PDFium of its own for one document: the memory of a module never shrinks, and what a hostile file did to it must
 * not meet the next one. The code is compiled once for each thread.
 */
export async function loadEngine(): Promise<Engine> {
  compiled ??= compile();
  const module = await compiled;
  const { init } = await import('@embedpdf/pdfium');
  const options = {
    instantiateWasm(imports: Imports, done: (instance: object, module: object) => void) {
      const grow = imports.env.emscripten_resize_heap;
      imports.env.emscripten_resize_heap = (bytes) => (bytes >>> 0 > MAX_HEAP_BYTES ? 0 : grow(bytes));
      wasm.instantiate(module, imports).then(
        (instance) => done(instance, module),
        () => {},
      );
      return {};
    },
    print() {},
    printErr() {},
  };
  const library = await init(options);
  library.PDFiumExt_Init();
  return new Engine(library);
}

async function compile(): Promise<object> {
  const require = createRequire(import.meta.url);
  return wasm.compile(await readFile(require.resolve('@embedpdf/pdfium/pdfium.wasm')));
}
