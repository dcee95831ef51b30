/** Steps of the guides, by the route that has one. Only the document view has (ACC-SHELL-26). */
export type GuideName = 'document_view';
export type GuideStep = {
  /** What is shown: the first visible element that fits. */
  target: string;
  text: 'version' | 'progress' | 'pagerWide' | 'pagerNarrow' | 'display';
};

/** Where the text is chosen, as wide or narrow screens have it. */
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
/** How often a target is looked for until it is there, in milliseconds (ACC-SHELL-28). */
export const GUIDE_CHECK_MS = 500;
