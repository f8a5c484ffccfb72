export { HandoverDialog, HandoverLine, openHandover } from './handover';
export { messages as handoverMessages } from './handover-messages';
