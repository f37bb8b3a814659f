// Requests to the endpoint `leader`: the buttons, the dialog that says what will happen, and the answer in words.
import { count, h, name, names, render } from './text.js';

const PATH = document.querySelector('meta[name=leader-page]').content.replace(/^\/|\/$/g, '');

// The last segment of the page's own path: its resources are relative to it.
export const LAST = PATH.split('/').at(-1);

const BASE = location.pathname.replace(/\/$/, '').slice(0, -PATH.length);

const OUTCOMES = { DONE: 'Done', IN_PROGRESS: 'Under way', REFUSED: 'Refused', INVALID: 'Not possible', UNKNOWN_GROUP: 'Unknown group' };

/*
 * act.may(state): whether requests may change something.
 * act.url(state, ...segments): the address below the endpoint `leader`, segments not yet encoded; null without the endpoint.
 * act.ask({ title, text, confirm, path, body, choice }): asks in a dialog, sends, and shows the answer. `title` is
 *   what an h() takes as children, `text` as well or a list of steps [[…], […]]; `confirm` is the word on the button;
 *   `path` are segments such as [group, 'assignments']; `body` an object. With `choice` { label, options } the chosen
 *   one becomes `body.to`. Resolves to the answer { outcome, message }, or null if nothing was sent.
 */
export const act = {
	may: (state) => Boolean(state.acts && state.leader),
	url: (state, ...segments) => state.leader
		? [BASE + state.leader.replace(/^\//, ''), ...segments.map(encodeURIComponent)].join('/') : null,
	ask,
	state: null
};

let dialog;

function ask(question) {
	dialog ??= document.body.appendChild(h('dialog', { 'aria-labelledby': 'ask-title', 'aria-describedby': 'ask-text' }));
	const before = document.activeElement;
	return new Promise((resolve) => {
		let answer = null;
		const show = (sent, said) => render(dialog, content(question, sent, said, async () => {
			const body = { ...question.body };
			if (question.choice) {
				body.to = dialog.querySelector('select').value;
			}
			show(true, null);
			answer = await send(question.path, body);
			show(true, answer);
			dialog.querySelector('.close').focus();
		}));
		dialog.replaceChildren();
		show(false, null);
		dialog.onclose = () => {
			before?.focus?.();
			resolve(answer);
		};
		dialog.showModal();
		(dialog.querySelector('select') ?? dialog.querySelector('.close')).focus();
	});
}

function content({ title, text, confirm, choice }, sent, answer, send) {
	const steps = Array.isArray(text) && Array.isArray(text[0]);
	return [
		h('h2', { id: 'ask-title' }, title),
		steps ? h('ol', { id: 'ask-text' }, text.map((step) => h('li', null, copy(step)))) : h('p', { id: 'ask-text' }, copy(text)),
		choice && h('p', { 'data-key': 'choice' }, h('label', null, `${choice.label} `,
			h('select', { disabled: sent }, choice.options.map((each) => h('option', { value: each }, each))))),
		h('p', { class: `answer ${answer?.outcome ?? ''}`, role: 'status', 'data-key': 'answer' },
			answer ? [h('strong', null, OUTCOMES[answer.outcome] ?? answer.outcome), ' ', name(answer.message)] : sent ? 'Waiting for the answer …' : ''),
		h('p', { class: 'buttons', 'data-key': 'buttons' },
			h('button', { type: 'button', class: 'close', 'data-key': 'close', onclick: () => dialog.close() }, sent ? 'Close' : 'Cancel'),
			!answer && h('button', { type: 'button', class: 'confirm', 'data-key': 'confirm', 'aria-disabled': sent ? 'true' : null,
				onclick: sent ? null : send }, confirm))
	];
}

// Nodes can stand in one place only, and a dialog renders more than once.
const copy = (parts) => [parts].flat(Infinity).map((each) => (each instanceof Node) ? each.cloneNode(true) : each);

async function send(path, body) {
	const unsent = (message) => ({ outcome: 'REFUSED', message });
	try {
		const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
		const csrf = await fetch(`${LAST}/csrf`, { cache: 'no-store', headers: { Accept: 'application/json' } });
		if (csrf.status === 200 && !csrf.redirected) {
			const { header, token } = await csrf.json();
			headers[header] = token;
		}
		const url = act.url(act.state, ...[path].flat());
		const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
		if (answer.redirected || answer.status === 401 || answer.status === 403) {
			return unsent('You may not do this, or are no longer logged in: reload the page and log in with a role that may.');
		}
		const said = await answer.json().catch(() => ({}));
		return said.outcome ? said : unsent(`The node answered ${answer.status} without a reason: see its log.`);
	}
	catch (error) {
		return { outcome: 'No answer', message: 'It is not known whether the node did it: look at its state before you ask again.' };
	}
}

// The bar of buttons of a group; empty where nothing may be changed.
export function update(root, group, state) {
	act.state = state;
	const shown = state.view.groups[group];
	root.hidden = !act.may(state) || shown.observer;
	render(root, root.hidden ? [] : [h('h2', { class: 'unseen' }, 'Act on this node'), buttons(group, shown)]);
}

function buttons(group, shown) {
	const node = name(shown.node);
	const path = [group];
	const others = shown.members.filter((member) => !member.witness).map((member) => member.id);
	const up = shown.members.filter((member) => member.state === 'UP' && !member.witness).map((member) => member.id);
	const button = (label, question) => h('button', { type: 'button', 'data-key': label, onclick: () => ask({ path, ...question }) }, label);
	const leave = () => [
		[copy(node), ' admits no more leader-only work of group ', name(group), '.'],
		[running(shown), ' Then its leadership ends.']
	];
	const next = () => shown.store ? ['Another instance takes the lease in the store, if one is there.']
			: up.length ? [names(up), ' may be elected, normally within a second.']
				: ['No other member that may lead is up: nobody leads, or this node is elected again.'];
	return [
		shown.leading && button('Resign …', { title: ['Resign from leadership of ', name(group), '?'], confirm: 'Resign', body: { action: 'resign' },
			text: [...leave(), next(), [copy(node), ' stays a member and may lead again later.']] }),
		shown.leading && others.length > 0 && button('Transfer …', { title: ['Transfer leadership of ', name(group), '?'], confirm: 'Transfer', body: { action: 'transfer' },
			choice: { label: 'The next leader is', options: up.length ? [...new Set([...up, ...others])] : others },
			text: [...leave(), ['The chosen member leads next. Where it cannot, the request is refused, or another one is elected.']] }),
		shown.paused ? button('Resume …', { title: ['Resume ', copy(node), ' in ', name(group), '?'], confirm: 'Resume', body: { action: 'resume' },
			text: [[copy(node), ' stands for election again.'], ['The present leader, if there is one, stays.']] })
			: button('Pause …', { title: ['Pause ', copy(node), ' in ', name(group), '?'], confirm: 'Pause', body: { action: 'pause' },
				text: [...(shown.leading ? [...leave(), next()] : []),
					[copy(node), ' does not stand for election until it is resumed or its process restarts. It votes as before.']] }),
		!shown.leading && shown.leader && h('span', { class: 'note', 'data-key': 'note' }, 'To resign or transfer, open the page of ', name(shown.leader.id), '.')
	];
}

const running = ({ workInFlight }) => workInFlight?.count
	? `It waits for ${count(workInFlight.count, 'running piece')} of work, for as long as leader-election.drain-timeout allows.`
	: 'None of its work runs, so it waits for nothing.';
