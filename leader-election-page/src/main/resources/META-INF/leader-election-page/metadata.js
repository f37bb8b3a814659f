// What outlives leaders: the metadata of the group, and former leaders that the winner of an election waits for.
import { h, name, names, order, render, table, terms } from './text.js';
import { HIDDEN } from './work.js';

export function metadata(root, group, state, act) {
	const shown = state.parts[group]?.metadata;
	render(root, shown && content(shown, state.view.groups[group].leader,
		(verb, text) => act.may(state) && act.request(verb, [': the metadata of group ', name(group)], text, [group, 'metadata'])));
}

const mark = (key, bad, ...more) => h('p.buttons', { key }, h('strong.bad', '✕ ', bad), more);

const content = ({ leading, sequence, lost, keys, entries, whole, synchronised, missing, behind }, leader, request) => [
	h('h2', 'Metadata'),
	lost && mark('lost', 'The newest may be lost', h('span', 'Look at them, and set what is missing.'),
		synchronised ? request('Acknowledge loss', 'From now on they count as complete, on all members. Nothing else says that newer ones may have been lost.')
			: !leading && leader && h('span.quiet', 'To acknowledge that, open the page of ', name(leader.id), '.')),
	synchronised === false && mark('missing', 'Not synchronised', h('span', 'This leader takes no write, and waits for ', names(missing), '.'),
		request('Assume lost', [
			['Make sure that the state of ', names(missing), ' is lost for good. If not, cancel and start what is missing.'],
			'The newest metadata of the members that answered count from now on. Newer ones are lost, even if they were committed.',
			'They are marked as lost until you acknowledge that.'
		])),
	terms([['Position', [sequence ?? 'none', !whole && ', this node is not filled yet']], ['Keys', keys], ['Behind', behind?.length > 0 && names(behind)]]),
	!entries ? h('p.quiet', HIDDEN) : keys > 0 && table('Metadata by key', ['Key', 'Value'],
		Object.entries(entries).sort(([a], [b]) => order(a, b)).map(([key, value]) => [null, name(key), h('td.long', name(value))]))
];

export function fence(root, group, state, act) {
	const unsettled = state.parts[group]?.fence?.unsettled ?? [];
	render(root, unsettled.length > 0 && [
		h('h2', 'Unsettled nodes'),
		h('p', 'Nobody leads, for work of these former leaders may still run.'),
		unsettled.map((node) => mark(node, name(node), act.may(state) && act.request('Confirm fenced', [': ', name(node)], [
			['Make sure that each former process of ', name(node), ' has ended: you saw it end, or its machine is off. One that is paused or cut off has not ended, and a deleted pod proves nothing.'],
			'Then this node leads without it. If one still runs, its work runs beside that of this leader.'
		], [group, 'fence'], { node })))
	]);
}
