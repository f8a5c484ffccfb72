import type { Exchange, ExchangeOptions } from '../features/exchange/exchange';

/** The exchange of tables. Its code, with the readers and writers of files, is loaded at the first use. */
export function lazyExchange(options: ExchangeOptions): Exchange {
  let loading: Promise<Exchange> | null = null;
  const load = () => (loading ??= made());
  async function made(): Promise<Exchange> {
    const { createExchange } = await import('../features/exchange/exchange');
    return createExchange(options);
  }
  return {
    exportTable: async (input) => (await load()).exportTable(input),
    saveTemplate: async (input) => (await load()).saveTemplate(input),
    openImport: async (input) => (await load()).openImport(input),
    planImport: async (choices) => (await load()).planImport(choices),
    rememberColumns: async () => (await load()).rememberColumns(),
    saveWrongRows: async (input) => (await load()).saveWrongRows(input),
    exportFieldMapping: async () => (await load()).exportFieldMapping(),
    importProgress: () => options.work.importProgress(),
    cancelImport: () => options.work.cancelImport(),
  };
}
