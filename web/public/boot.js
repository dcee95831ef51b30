/* Runs before the first paint: language, direction and theme must be right from the first pixel. A file of its own, because the
   content policy allows no script inside the page. */
(function () {
  // zod tries once whether it may compile its checks with eval; the content policy refuses that and reports it. It reads this
  // setting while the first of its schemas is made, which is before any module of ours could say it.
  globalThis.__zod_globalConfig = { jitless: true };
  var root = document.documentElement;
  var language = 'fa';
  var theme = 'light';
  try {
    if (localStorage.getItem('language') === 'en') language = 'en';
    if (localStorage.getItem('theme') === 'dark') theme = 'dark';
  } catch (error) {
    // Without storage the defaults stand.
  }
  root.lang = language;
  root.dir = language === 'fa' ? 'rtl' : 'ltr';
  root.dataset.theme = theme;
  var texts = document.querySelector('meta[name="texts-' + language + '"]');
  if (texts) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = texts.getAttribute('content');
    document.head.appendChild(link);
  }
  var color = document.querySelector('meta[name="theme-color"]');
  if (color) color.setAttribute('content', theme === 'dark' ? '#272727' : '#414983');
})();
