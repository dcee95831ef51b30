/* Runs before the first paint: language, direction and theme must be right from the first pixel. A file of its own, because the
   content policy allows no script inside the page. */
(function () {
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
  var color = document.querySelector('meta[name="theme-color"]');
  if (color) color.setAttribute('content', theme === 'dark' ? '#272727' : '#414983');
})();
