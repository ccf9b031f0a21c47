// Runs before anything of the app: where the app cannot start, the page says why and does not stay white.
(() => {
  const notice = (title, sentence, actions) => {
    const root = document.getElementById('root');
    if (root === null || root.childElementCount > 0) return;
    const main = document.createElement('main');
    main.className = 'boot';
    main.setAttribute('role', 'alert');
    const heading = document.createElement('h1');
    heading.textContent = title;
    const text = document.createElement('p');
    text.textContent = sentence;
    main.append(heading, text, ...actions);
    root.append(main);
  };
  const button = (label, press) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = label;
    made.addEventListener('click', press);
    return made;
  };

  if (window.top !== window.self) {
    const say = () => {
      const link = document.createElement('a');
      link.href = location.pathname;
      link.target = '_blank';
      link.rel = 'noopener';
      link.textContent = 'Open Planloom by itself';
      notice(
        'Planloom does not run inside another page',
        'Another page could have you press what you do not see.',
        [link],
      );
    };
    addEventListener('DOMContentLoaded', say);
    return;
  }

  // A script that does not come tells it to nobody but its element.
  const failed = (event) => {
    if (!(event instanceof ErrorEvent) && !(event.target instanceof HTMLScriptElement)) return;
    const reload = button('Reload', () => location.reload());
    const start = button('To the start', () => location.assign(location.pathname));
    notice(
      'Planloom could not start',
      'A file of it did not come, or failed. What this browser keeps is untouched. Reload; if that does not help, look whether there is a connection.',
      [reload, start],
    );
  };
  addEventListener('error', failed, true);
})();
