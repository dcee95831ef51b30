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
  var fetchSoon = function (name) {
    var link = document.createElement('link');
    var isStyle = /\.css$/.test(name);
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.href = name;
    document.head.appendChild(link);
  };
  // The names are written in by the build; a page that it did not make has none.
  var texts = document.querySelector('meta[name="texts-' + language + '"]');
  if (texts) fetchSoon(texts.content);
  var first = [''];
  document.querySelectorAll('meta[name="screen"]').forEach(function (screen) {
    var names = screen.content.split(' ');
    var isHere = names[0] === '/' ? location.pathname === '/' : location.pathname.indexOf(names[0]) === 0;
    if (isHere && names[0].length > first[0].length) first = names;
  });
  first.slice(1).forEach(fetchSoon);
  var color = document.querySelector('meta[name="theme-color"]');
  if (color) color.setAttribute('content', theme === 'dark' ? '#272727' : '#414983');
})();
