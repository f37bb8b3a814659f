// Words, times, and elements. All text of the page passes here, so that what strangers chose shows as text.

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}]/gu;

// Shows control characters, marks of direction and the like as ⟨U+202E⟩.
export const visible = (text) => String(text).replace(UNSEEN,
	(char) => `⟨U+${char.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);

const given = (value) => value !== null && value !== undefined && value !== false;

const nodes = (children) => children.flat(Infinity).filter(given)
	.map((child) => (child instanceof Node) ? child : document.createTextNode(visible(child)));

function build(space, [tag, ...classes], all) {
	const node = document.createElementNS(space, tag);
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
export const h = (tag, ...all) => build('http://www.w3.org/1999/xhtml', tag.split('.'), all);

export const svg = (tag, ...all) => build('http://www.w3.org/2000/svg', tag.split('.'), all);

// A table that scrolls within itself: rows are [key, heading, cell, …]; a cell may be a td of its own.
export const table = (label, heads, rows) => h('div.scroll', { key: label, tabindex: 0, role: 'region', 'aria-label': label }, h('table',
	h('thead', h('tr', heads.map((head) => h('th', { scope: 'col' }, head)))),
	h('tbody', rows.map(([key, first, ...cells]) => h('tr', { key }, h('th', { scope: 'row', class: first?.textContent?.length > 24 && 'long' }, first),
		cells.map((cell) => (cell?.nodeName === 'TD') ? cell : h('td', cell)))))));

// Pairs of a term and its value; those without a value are left out.
export const terms = (pairs) => h('dl', pairs.filter(([, value]) => given(value) && value !== '')
	.map(([term, value]) => h('div', h('dt', term), h('dd', value))));

export const button = (label, onclick, more) => h('button', { key: label, onclick, ...more }, label);

// Nodes stand in one place only: to show them again takes copies.
export const copies = (parts) => [parts].flat(Infinity).map((each) => (each instanceof Node) ? each.cloneNode(true) : each);

// A name that others chose: isolated, so that it cannot turn its neighbours around.
export const name = (text) => h('bdi.name', text);

// 'a', 'b' and 'c', each isolated.
export const names = (ids) => ids.flatMap((id, i) => [(i === 0) ? '' : (i === ids.length - 1) ? ' and ' : ', ', name(id)]);

// 'a and b do not hear c'.
export const deaf = (ids, id) => [names(ids), (ids.length > 1) ? ' do' : ' does', ' not hear ', name(id)];

// p2 before p10.
export const order = new Intl.Collator('en', { numeric: true }).compare;

// Renders children into root in place, so focus, selection and scroll stay. Siblings are paired by their key, else by
// their order; `open` and the values of inputs belong to the user.
export const render = (root, ...children) => pair(root, nodes(children));

function pair(old, next) {
	const keyed = new Map();
	let plain = [];
	old.childNodes.forEach((child) => child.dataset?.key ? keyed.set(child.dataset.key, child) : plain.push(child));
	const wanted = next.map((child) => {
		const key = child.dataset?.key;
		const at = plain.findIndex(({ nodeName }) => !key && nodeName === child.nodeName);
		const found = key ? keyed.get(key) : plain[at];
		plain = plain.slice(at + 1);
		if (found?.nodeName !== child.nodeName) {
			return child;
		}
		adopt(found, child);
		return found;
	});
	const stay = new Set(wanted);
	[...old.childNodes].forEach((child) => stay.has(child) || child.remove());
	wanted.forEach((child, i) => old.childNodes[i] === child || old.insertBefore(child, old.childNodes[i]));
}

const HANDLERS = ['onclick', 'onkeydown', 'onchange', 'oninput'];

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
	HANDLERS.forEach((handler) => old[handler] = next[handler]);
	pair(old, [...next.childNodes]);
}

// 'PT1H2M3.5S' → milliseconds; null stays null.
export function millis(iso) {
	const [, hours = 0, minutes = 0, seconds = 0] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(iso) ?? [];
	return iso ? ((hours * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 : null;
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
	const clock = [at.getHours(), at.getMinutes(), at.getSeconds()].slice(0, seconds ? 3 : 2).map(pad).join(':');
	return (at.toDateString() === new Date(asOf).toDateString()) ? clock
		: `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())} ${clock}`;
}

export const count = (number, noun) => `${number} ${noun}${(number === 1) ? '' : 's'}`;

// Shortens in the middle: of names of pods the end tells most.
export function short(text, most) {
	const chars = [...visible(text)];
	const end = Math.ceil((most - 1) * 0.6);
	return (chars.length <= most) ? chars.join('') : `${chars.slice(0, Math.max(1, most - 1 - end)).join('')}…${chars.slice(-end).join('')}`;
}
