export { DiagnosticsDialog, DiagnosticsSetting, showDiagnostics } from './diagnostics';
