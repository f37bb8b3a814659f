// Words, times, and elements. All text of the page passes here, so that what strangers chose shows as text.

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}]/gu;

// Shows control characters, marks of direction and the like as ⟨U+202E⟩.
export const visible = (text) => String(text).replace(UNSEEN,
	(char) => `⟨U+${char.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);

const given = (value) => value !== null && value !== undefined && value !== false;

const nodes = (children) => children.flat(Infinity).filter(given)
	.map((child) => (child instanceof Node) ? child : document.createTextNode(visible(child)));

function build(node, [, ...classes], all) {
	const attributes = (all[0]?.constructor === Object) ? all.shift() : {};
	if (classes.length) {
		node.setAttribute('class', classes.join(' '));
	}
	for (const [key, value] of Object.entries(attributes)) {
		if (key === 'style') {
			Object.entries(value).forEach((each) => node.style.setProperty(...each));
		}
		else if (key.startsWith('on')) {
			node[key] = value;
		}
		else if (given(value)) {
			node.setAttribute((key === 'key') ? 'data-key' : key, (value === true) ? '' : visible(value));
		}
	}
	node.append(...nodes(all));
	return node;
}

// h('p.quiet', { key: 'a', onclick: f, style: { '--x': 1 } }, 'text', node, [more], null); attributes may be missing.
export const h = (tag, ...all) => build(document.createElement(tag.split('.')[0]), tag.split('.'), all);

export const svg = (tag, ...all) => build(document.createElementNS('http://www.w3.org/2000/svg', tag.split('.')[0]), tag.split('.'), all);

// A table that scrolls within itself: rows are [key, heading, cell, …]; a cell may be a td of its own.
export const table = (label, heads, rows) => h('div.scroll', { key: label, tabindex: 0, role: 'region', 'aria-label': label }, h('table',
	h('caption.unseen', label),
	h('thead', h('tr', heads.map((head) => h('th', { scope: 'col' }, head)))),
	h('tbody', rows.map(([key, first, ...cells]) => h('tr', { key }, h('th', { scope: 'row', class: ((first?.textContent ?? '').length > 20) ? 'long' : null }, first),
		cells.map((cell) => (cell?.nodeName === 'TD') ? cell : h('td', cell)))))));

// Pairs of a term and its value; those without a value are left out.
export const terms = (pairs) => h('dl', pairs.filter(([, value]) => given(value) && value !== '')
	.map(([term, value]) => h('div', h('dt', term), h('dd', value))));

// Nodes stand in one place only: to show them again takes copies.
export const copies = (parts) => [parts].flat(Infinity).map((each) => (each instanceof Node) ? each.cloneNode(true) : each);

// A name that others chose: isolated, so that it cannot turn its neighbours around.
export const name = (text) => h('bdi.name', text);

// 'a', 'b' and 'c', each isolated.
export const names = (ids) => ids.flatMap((id, i) => [(i === 0) ? '' : (i === ids.length - 1) ? ' and ' : ', ', name(id)]);

// Renders children into root in place, so focus, selection and scroll stay. Siblings are paired by their key, else by
// their order; `open` and the values of inputs belong to the user.
export const render = (root, ...children) => pair(root, nodes(children));

function pair(old, next) {
	const keys = new Set(next.map((child) => child.dataset?.key));
	const keyed = new Map();
	for (const child of [...old.childNodes]) {
		if (child.dataset?.key) {
			keys.has(child.dataset.key) ? keyed.set(child.dataset.key, child) : child.remove();
		}
	}
	let at = old.firstChild;
	for (const child of next) {
		const key = child.dataset?.key;
		let found = key ? keyed.get(key) : at;
		while (!key && found?.dataset?.key) {
			found = found.nextSibling;
		}
		keyed.delete(key);
		if (found?.nodeName !== child.nodeName) {
			old.insertBefore(child, at);
			continue;
		}
		if (found === at) {
			at = at.nextSibling;
		}
		else {
			old.insertBefore(found, at);
		}
		adopt(found, child);
	}
	while (at) {
		const gone = at;
		at = at.nextSibling;
		gone.remove();
	}
}

const HANDLERS = ['onclick', 'onkeydown', 'onchange', 'oninput', 'onfocus', 'ontoggle'];

function adopt(old, next) {
	if (old.nodeType === Node.TEXT_NODE) {
		if (old.data !== next.data) {
			old.data = next.data;
		}
		return;
	}
	for (const attribute of new Set([...old.getAttributeNames(), ...next.getAttributeNames()])) {
		const value = next.getAttribute(attribute);
		if (attribute === 'style') {
			old.style.cssText = next.style.cssText;
		}
		else if (value !== null && old.getAttribute(attribute) !== value) {
			old.setAttribute(attribute, value);
		}
		else if (value === null && attribute !== 'open') {
			old.removeAttribute(attribute);
		}
	}
	HANDLERS.forEach((handler) => {
		old[handler] = next[handler];
	});
	pair(old, [...next.childNodes]);
}

// 'PT1H2M3.5S' → milliseconds; null stays null.
export function millis(iso) {
	const parts = /^P(?:(-?\d+)D)?(?:T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?[\d.]+)S)?)?$/.exec(iso ?? '');
	if (!parts) {
		return null;
	}
	const [days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
	return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

// Milliseconds or ISO → '0.3 s', '42 s', '3 min 20 s'; '' for null.
export function duration(value) {
	const ms = (typeof value === 'number') ? value : millis(value);
	if (ms === null) {
		return '';
	}
	if (ms < 9950) {
		return `${(ms / 1000).toFixed(1)} s`;
	}
	const seconds = Math.round(ms / 1000);
	const [size, unit, smaller, small] = (seconds < 60) ? [1, 's'] : (seconds < 3600) ? [60, 'min', 's', 1]
		: (seconds < 86400) ? [3600, 'h', 'min', 60] : [86400, 'd', 'h', 3600];
	const rest = Math.floor(seconds % size / small);
	return `${Math.floor(seconds / size)} ${unit}${rest ? ` ${rest} ${smaller}` : ''}`;
}

const pad = (number) => String(number).padStart(2, '0');

// An instant in the reader's zone: '14:02', with its date if that is not the day of `asOf`.
export function time(iso, asOf, seconds = false) {
	const at = new Date(iso);
	if (Number.isNaN(at.getTime())) {
		return String(iso);
	}
	const clock = `${pad(at.getHours())}:${pad(at.getMinutes())}` + (seconds ? `:${pad(at.getSeconds())}` : '');
	return (at.toDateString() === new Date(asOf ?? Date.now()).toDateString()) ? clock
		: `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())} ${clock}`;
}

export const count = (number, noun, plural = `${noun}s`) => `${number} ${(number === 1) ? noun : plural}`;

// Shortens in the middle: of names of pods the end tells most.
export function short(text, most) {
	const chars = [...visible(text)];
	const end = Math.ceil((most - 1) * 0.6);
	return (chars.length <= most) ? chars.join('') : `${chars.slice(0, Math.max(1, most - 1 - end)).join('')}…${chars.slice(-end).join('')}`;
}
