// The last hour: a lane for each member that led, with its leaderships; what lies between; and why each one ended.
import { button, duration, h, name, render, short, table, terms, time } from './text.js';
import { openReplay } from './replay.js';

const MINUTE = 60_000;

// By reason, of a leadership of this node.
const WANTED = {
	RESIGNED: 'resigned when asked',
	TRANSFERRED: 'handed over to a chosen member',
	PREEMPTED: 'handed over to a member of higher priority',
	INELIGIBLE: 'was paused, or not fit to lead',
	STOPPED: 'was stopped'
};

const UNWANTED = {
	LEASE_EXPIRED: 'did not renew its lease in time',
	SUPERSEDED: 'heard of a leader with a higher term',
	STALLED: 'stood still for too long'
};

// Why a leadership ended, in words that follow the leader's name; '' while it lasts.
export const why = ({ until, reason, silence }) => !until ? '' : WANTED[reason] ?? UNWANTED[reason] ?? (silence ? `was not heard for ${duration(silence)}` : 'gave it up');

const unwanted = ({ reason, silence }) => (silence || reason in UNWANTED) ? 'unwanted' : '';

let chosen = null;

export function update(root, group, state) {
	const shown = state.view.groups[group];
	const now = Date.parse(shown.asOf);
	const history = shown.history.map((period, i, all) => ({ ...period, key: `${group} ${period.term} ${period.from}`, start: Date.parse(period.from),
		end: Date.parse(period.until) || now, next: Date.parse(all[i + 1]?.from) || (shown.leader ? 0 : now) }));
	const choose = (key) => {
		chosen = (chosen === key) ? null : key;
		update(root, group, state);
	};
	const picked = history.find(({ key }) => key === chosen);
	// The last hour, or what this node knows of it.
	const minutes = Math.max(1, Math.min(60, (now - history[0]?.start) / MINUTE || 1));
	render(root, h('h2', (minutes > 1) ? `The last ${Math.ceil(minutes)} minutes` : 'The last minute'), !history.length ? h('p.quiet', { key: 'none' }, 'This node has not seen a leader since it started.') : [
		lanes(shown, history, now, minutes * MINUTE, choose),
		h('p.legend', { key: 'legend' }, Object.entries({ bar: 'leads', gap: 'no leader', flaps: 'flapping', paused: 'paused' }).map(([kind, word]) => h('span', h('i', { class: kind }), word))),
		picked && h('div.entry', { key: 'entry', role: 'region', 'aria-label': 'The chosen leadership' },
			terms(HEADS.map((head, i) => [head, cells(picked, now)[i]])),
			h('p.buttons',
				state.traces && state.leader && button('Show the trace of that moment', () => openReplay(group, picked.until ?? picked.from)),
				button('Close', () => choose(chosen)))),
		h('details', { key: 'table' }, h('summary', `All leaderships known here (${history.length})`),
			table('Leaderships, the newest first', HEADS, history.toReversed().map((period) => [period.key, ...cells(period, now)])))
	]);
}

const HEADS = ['From', 'Until', 'Leader', 'Term', 'Length', 'Why it ended'];

const cells = (period, now) => [time(period.start, now, true), period.until ? time(period.end, now, true) : 'it lasts', name(period.leader), period.term, duration(period.duration), why(period)];

function lanes(shown, history, now, length, choose) {
	const percent = (at) => Math.max(0, Math.min(100, (at - now + length) / length * 100));
	const span = (from, to) => ({ left: `${percent(from)}%`, width: `max(2px, ${percent(to) - percent(from)}%)` });
	const between = (left, right) => ({ left: `${percent(left)}%`, right: `${100 - percent(right)}%` });
	const seen = history.filter((period) => period.end > now - length);
	const leaders = [...new Set([...seen.map((period) => period.leader), ...(shown.paused ? [shown.node] : [])])];
	const gaps = history.filter(({ end, next }) => next - end > 50 && next > now - length);
	// The description of flapping has the length of its window.
	const flaps = shown.flapping && now - Number(/ in (\d+) min/.exec(shown.flapping)?.[1] ?? 10) * MINUTE;
	const paused = shown.paused && (history.findLast((period) => period.reason === 'INELIGIBLE')?.end ?? now);
	const tick = [1 / 6, 1 / 2, 1, 2, 5, 10].map((each) => each * MINUTE).find((each) => length / each <= 6);
	const ticks = Array.from({ length: 6 }, (each, i) => (Math.floor(now / tick) - i) * tick);

	// The reason stands behind its bar, or in it if there is more room.
	const reason = (period, next) => {
		const end = Math.max(period.end, period.next - 1);
		const within = percent(next) - percent(end) < 10;
		return period.until && (!within || percent(period.end) - percent(period.start) > 20) && h('span', { class: `why ${within ? 'within' : ''} ${unwanted(period)}`,
			'aria-hidden': 'true', key: `why ${period.key}`, style: within ? between(period.start, period.end) : between(end, next) }, why(period));
	};
	const bar = (period) => {
		const token = (!period.until && shown.fencingToken) || period.term;
		const words = `${period.leader} led from ${time(period.start, now, true)} for ${duration(period.duration)}, number ${token}${period.until ? `: ${why(period)}` : ''}`;
		return h('button', { class: period.until ? 'bar' : 'bar lasts', key: period.key, 'aria-pressed': String(chosen === period.key), 'aria-label': words, title: words,
			style: span(period.start, period.end), onclick: () => choose(period.key) }, `#${token}`);
	};
	return h('div.lanes', { key: 'lanes' },
		h('div.back',
			flaps && h('span.flaps', { key: 'flaps', style: span(flaps, now) }),
			gaps.map(({ key, end, next }) => h('span.gap', { key, style: span(end, next) }))),
		leaders.map((leader) => h('div.lane', { key: leader }, h('span.who', { title: leader }, name(short(leader, 15))), h('div.row',
			paused && leader === shown.node && h('span.paused', { key: 'paused', style: span(paused, now) }),
			seen.filter((period) => period.leader === leader).map((period, i, all) => [bar(period), reason(period, all[i + 1]?.start ?? now)])))),
		h('div.axis', { 'aria-hidden': 'true' }, ticks.filter((at) => percent(at) > 3 && percent(at) < 97).map((at) => h('span', { key: at, style: { left: `${percent(at)}%` } }, time(at, at, tick < MINUTE)))));
}
