/** The windows of one account. */
export type WorkspaceId = number;

/** The account that the app starts with; the main window is one of its windows. */
export const mainWorkspace: WorkspaceId = 0;
