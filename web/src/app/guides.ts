/** Guide steps by route; only the document view has a guide (ACC-SHELL-26). */
export type GuideName = 'document_view';
export type GuideStep = {
  /** CSS selector of the target; the first visible match is highlighted. */
  target: string;
  text: 'version' | 'progress' | 'pagerWide' | 'pagerNarrow' | 'display';
};

/** CSS selectors of the control that chooses the text version, on wide and on narrow screens. */
const VERSION = '.version-choice, .version-switch, .version-menu';

export const GUIDES: Record<GuideName, Record<'mobile' | 'desktop', readonly GuideStep[]>> = {
  document_view: {
    desktop: [
      { target: VERSION, text: 'version' },
      { target: '.reader-progress', text: 'progress' },
      { target: '.page-pager', text: 'pagerWide' },
      { target: '.display-menu', text: 'display' },
    ],
    mobile: [
      { target: '.page-pager', text: 'pagerNarrow' },
      { target: VERSION, text: 'version' },
      { target: '.display-menu', text: 'display' },
    ],
  },
};

/** Room between a target and the edge of its highlight, in pixels (ACC-SHELL-27). */
export const GUIDE_PADDING = 10;
/** Interval at which a missing target is looked for, in milliseconds (ACC-SHELL-28). */
export const GUIDE_CHECK_MS = 500;
