// Words, times, and elements. All text of the page passes here, so that what strangers chose shows as text.

const SVG = 'http://www.w3.org/2000/svg';
const HANDLERS = ['onclick', 'onkeydown', 'onchange', 'oninput', 'onsubmit', 'onfocus', 'onblur', 'ontoggle'];
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}]/gu;

// Shows control characters, marks of direction and the like as ⟨U+202E⟩.
export const visible = (text) => String(text).replace(UNSEEN,
	(char) => `⟨U+${char.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);

function build(node, attributes, children) {
	for (const [name, value] of Object.entries(attributes ?? {})) {
		if (name === 'style') {
			Object.entries(value).forEach(([key, each]) => node.style.setProperty(key, each));
		}
		else if (name.startsWith('on')) {
			node[name] = value;
		}
		else if (value === true) {
			node.setAttribute(name, '');
		}
		else if (value !== false && value !== null && value !== undefined) {
			node.setAttribute(name, visible(value));
		}
	}
	node.append(...nodes(children));
	return node;
}

const nodes = (children) => children.flat(Infinity)
	.filter((child) => child !== null && child !== undefined && child !== false)
	.map((child) => (child instanceof Node) ? child : document.createTextNode(visible(child)));

// Makes an element: h('p', { class: 'a', onclick: f, style: { '--x': 1 } }, 'text', node, [more], null)
export const h = (tag, attributes, ...children) => build(document.createElement(tag), attributes, children);

export const svg = (tag, attributes, ...children) =>
	build(document.createElementNS(SVG, tag), attributes, children);

// A name that others chose: isolated, so that it cannot turn its neighbours around.
export const name = (text) => h('bdi', { class: 'name' }, text);

// 'a', 'b' and 'c', each isolated.
export const names = (ids) => ids.flatMap((id, i) => [(i === 0) ? '' : (i === ids.length - 1) ? ' and ' : ', ', name(id)]);

// Renders children into root in place: what is equal stays, so focus, selection and scroll stay, too.
// Siblings are paired by their `data-key`, else by their order. `open` and the values of inputs belong to the user.
export function render(root, ...children) {
	pair(root, nodes(children));
}

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
		const found = key ? keyed.get(key) : unkeyed(at);
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
		const rest = at.nextSibling;
		at.remove();
		at = rest;
	}
}

function unkeyed(node) {
	while (node?.dataset?.key) {
		node = node.nextSibling;
	}
	return node;
}

function adopt(old, next) {
	if (old.nodeType === Node.TEXT_NODE) {
		if (old.data !== next.data) {
			old.data = next.data;
		}
		return;
	}
	for (const { name: attribute, value } of [...next.attributes]) {
		if (attribute !== 'style' && old.getAttribute(attribute) !== value) {
			old.setAttribute(attribute, value);
		}
	}
	for (const { name: attribute } of [...old.attributes]) {
		if (attribute !== 'open' && attribute !== 'style' && !next.hasAttribute(attribute)) {
			old.removeAttribute(attribute);
		}
	}
	if (old.style.cssText !== next.style.cssText) {
		old.style.cssText = next.style.cssText;
	}
	HANDLERS.forEach((handler) => {
		if (old[handler] !== next[handler]) {
			old[handler] = next[handler];
		}
	});
	pair(old, [...next.childNodes]);
}

// ISO 'PT1H2M3.5S' (also 'P1DT2H') → milliseconds; null stays null.
export function millis(iso) {
	const parts = /^(-?)P(?:(-?\d+)D)?(?:T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?[\d.]+)S)?)?$/.exec(iso ?? '');
	if (!parts) {
		return null;
	}
	const [days, hours, minutes, seconds] = parts.slice(2).map((part) => Number(part ?? 0));
	return (parts[1] ? -1 : 1) * (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

// Milliseconds or ISO → '0.3 s', '42 s', '3 min 20 s', '2 h 5 min', '3 d 4 h'; '' for null.
export function duration(value) {
	const ms = (typeof value === 'number') ? value : millis(value);
	if (ms === null) {
		return '';
	}
	const seconds = Math.round(ms / 1000);
	if (ms < 9950) {
		return `${(ms / 1000).toFixed(1)} s`;
	}
	if (seconds < 60) {
		return `${seconds} s`;
	}
	if (seconds < 3600) {
		return two(seconds / 60, 'min', seconds % 60, 's');
	}
	return (seconds < 86400) ? two(seconds / 3600, 'h', (seconds % 3600) / 60, 'min')
			: two(seconds / 86400, 'd', (seconds % 86400) / 3600, 'h');
}

const two = (large, unit, small, smaller) => `${Math.floor(large)} ${unit}`
	+ (Math.floor(small) ? ` ${Math.floor(small)} ${smaller}` : '');

const pad = (number) => String(number).padStart(2, '0');

// An instant in the reader's zone: '14:02', with its date if that is not the day of `asOf`. Unreadable ones as they are.
export function time(iso, asOf, seconds = false) {
	const at = new Date(iso);
	if (Number.isNaN(at.getTime())) {
		return String(iso);
	}
	const clock = `${pad(at.getHours())}:${pad(at.getMinutes())}` + (seconds ? `:${pad(at.getSeconds())}` : '');
	return (at.toDateString() === new Date(asOf ?? Date.now()).toDateString()) ? clock
			: `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())} ${clock}`;
}

// 1, 'member' → '1 member'; 2 → '2 members'.
export const count = (number, noun, plural = `${noun}s`) => `${number} ${(number === 1) ? noun : plural}`;

// Shortens in the middle: of names of pods the end tells most.
export function short(text, most) {
	const chars = [...visible(text)];
	const end = Math.ceil((most - 1) * 0.6);
	return (chars.length <= most) ? chars.join('')
			: `${chars.slice(0, Math.max(1, most - 1 - end)).join('')}…${chars.slice(-end).join('')}`;
}
