import { serviceReportSchema, type ServiceReport } from '#shared/domain/service-report';

/** The service report in the text of a file; null if it is none. */
export function readReport(text: string): ServiceReport | null {
  try {
    return serviceReportSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
