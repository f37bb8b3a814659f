// Requests to the endpoint `leader`: the buttons, the dialog that says what will happen, and the answer in words.
import { button, copies, count, h, name, names, render } from './text.js';

const PATH = document.querySelector('meta[name=leader-page]').content.replace(/^\//, '');

export const LAST = PATH.split('/').at(-1);

// Resources of the page are relative to LAST.
const BASE = location.pathname.replace(/\/$/, '').slice(0, -PATH.length);

// url(state, ...segments): an address below the endpoint `leader`, or null. request(verb, subject, text, path, more, choice): a button that
// asks, sends, shows the answer; `text` may be a list of steps; with `choice` { label, options } the chosen one becomes `to`.
export const act = {
	may: (state) => Boolean(state.acts && state.leader),
	url: (state, ...segments) => state.leader && [BASE + state.leader.replace(/^\//, ''), ...segments.map(encodeURIComponent)].join('/'),
	request: (verb, subject, text, path, more, choice) => button(`${verb} …`, () => ask({
		title: [verb, subject, '?'], text, choice, confirm: verb, path, body: { action: verb.toLowerCase().replace(' ', '-'), ...more } }))
};

let dialog;

function ask(question) {
	dialog ??= document.body.appendChild(h('dialog', { 'aria-labelledby': 'ask-title' }));
	const before = document.activeElement;
	const show = (sent, answer) => render(dialog, content(question, sent, answer, async () => {
		const body = question.choice ? { ...question.body, to: dialog.querySelector('select').value } : question.body;
		show(true);
		show(true, await send(question.path, body));
		dialog.querySelector('.close').focus();
	}));
	dialog.replaceChildren();
	show(false);
	dialog.onclose = () => before?.focus();
	dialog.showModal();
	dialog.querySelector('select, .close').focus();
}

const content = ({ title, text, confirm, choice }, sent, answer, send) => [
	h('h2', { id: 'ask-title' }, copies(title)),
	Array.isArray(text) ? h('ol', text.map((step) => h('li', copies(step)))) : h('p', copies(text)),
	choice && h('p', { key: 'choice' }, h('label', `${choice.label} `, h('select', { disabled: sent }, choice.options.map((each) => h('option', { value: each }, each))))),
	h('p.answer', { role: 'status', key: 'answer' }, answer ? [h('strong', { class: answer.outcome }, answer.outcome.replace('_', ' ').toLowerCase()), ': ', name(answer.message.replace(/([^.!])$/, '$1.'))] : sent && 'Waiting …'),
	h('p.buttons', { key: 'buttons' },
		button(sent ? 'Close' : 'Cancel', () => dialog.close(), { key: 'close', class: 'close' }),
		!answer && button(confirm, sent ? null : send, { class: 'confirm', 'aria-disabled': String(sent) }))
];

async function send(path, body) {
	const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
	const unsent = (message) => ({ outcome: 'REFUSED', message });
	try {
		const csrf = await fetch(`${LAST}/csrf`, { cache: 'no-store', headers });
		const { header, token } = (csrf.ok && !csrf.redirected) ? await csrf.json() : {};
		// Without Spring Security there is none.
		if (header) {
			headers[header] = token;
		}
		const answer = await fetch(act.url(act.state, ...path), { method: 'POST', headers, body: JSON.stringify(body) });
		if (answer.redirected || [401, 403].includes(answer.status)) {
			return unsent('you may not do this, or are not logged in any more; reload the page');
		}
		const said = await answer.json().catch(() => null);
		return said?.outcome ? said : unsent(`the node answers ${answer.status} without a reason; see its log`);
	}
	catch (error) {
		return { outcome: 'NO_ANSWER', message: 'the node may have done it; look before you ask again' };
	}
}

// The buttons of a group; none where nothing may be changed.
export function update(root, group, state) {
	act.state = state;
	const shown = state.view.groups[group];
	render(root, act.may(state) && !shown.observer && [h('h2.unseen', 'Act on this node'), buttons(group, shown)]);
}

function buttons(group, shown) {
	const [node, where] = [name(shown.node), name(group)];
	const able = shown.members.filter(({ witness }) => !witness);
	const ids = (all) => all.map(({ id }) => id);
	const up = ids(able.filter(({ state }) => state === 'UP'));
	const others = [...new Set([...up, ...ids(able)])];
	const leave = [
		[node, ' admits no more leader-only work of group ', where, '.'],
		`It waits for ${count(shown.workInFlight.count, 'running piece')} of work, at most for leader-election.drain-timeout. Then its leadership ends.`
	];
	const next = shown.store ? 'Another instance takes the lease in the store, if one is there.'
		: up.length ? [names(up), ' may be elected, normally within a second.'] : 'No other member that may lead is up: nobody leads, or this node again.';
	const request = (verb, text, choice) => act.request(verb, [verb === 'Transfer' && ' leadership', ' in group ', where], text, [group], {}, choice);
	return [
		shown.leading && request('Resign', [...leave, next, [node, ' stays a member and may lead again later.']]),
		shown.leading && others.length > 0 && request('Transfer', [...leave, 'The chosen member leads next; where it can’t, another one, or the request is refused.'], { label: 'Next leader', options: others }),
		shown.paused ? request('Resume', [[node, ' stands for election again.'], 'The present leader, if there is one, stays.'])
			: request('Pause', [...(shown.leading ? [...leave, next] : []), [node, ' does not stand for election until it is resumed or its process restarts. It votes as before.']]),
		!shown.leading && shown.leader && h('span.quiet', { key: 'note' }, 'To resign or transfer, open the page of ', name(shown.leader.id), '.')
	];
}
