import type { PageStatus, TranslationStatus } from '@hamkhan/contracts/statuses';
import type { ChipTone } from '../../../shared/ui/chip.js';
import type { IconName } from '../../../shared/ui/icon.js';

/** The colour and icon of a status (RDR-READER-59, -60). */
export type StatusLook = { tone: ChipTone; icon: IconName };

const LOOKS: Record<PageStatus | TranslationStatus, StatusLook> = {
  pending: { tone: 'wait', icon: 'hourglass' },
  inprogress: { tone: 'run', icon: 'refresh' },
  success: { tone: 'ok', icon: 'check' },
  failed: { tone: 'bad', icon: 'error' },
  reparse: { tone: 'again', icon: 'refresh' },
  pending_translation: { tone: 'wait', icon: 'hourglass' },
  translating: { tone: 'run', icon: 'translate' },
  translated: { tone: 'ok', icon: 'check' },
  translate_failed: { tone: 'bad', icon: 'error' },
};

/** An unknown status is grey. */
export const statusLook = (status: string): StatusLook =>
  Object.hasOwn(LOOKS, status) ? LOOKS[status as keyof typeof LOOKS] : { tone: 'plain', icon: 'help' };
