// Shows the sections that have all words of the search, those with a word in their heading first.
const field = document.getElementById('search');
const found = document.getElementById('found');
const root = document.body.dataset.root;
const most = 20;
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(word => word.length > 1);
  const hits = words.length === 0 ? [] : sections
    .map(([url, title, text]) => ({ url, title, head: title.toLowerCase(), all: (title + ' ' + text).toLowerCase() }))
    .filter(hit => words.every(word => hit.all.includes(word)))
    .sort((one, other) => words.filter(word => other.head.includes(word)).length - words.filter(word => one.head.includes(word)).length);
  found.replaceChildren(...hits.slice(0, most).map(hit => {
    const link = document.createElement('a');
    link.href = root + hit.url;
    link.textContent = hit.title;
    const item = document.createElement('li');
    item.append(link);
    return item;
  }));
});
