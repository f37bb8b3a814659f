// The last hour: a lane for each member that led, with its leaderships; what lies between; and why each one ended.
import { duration, h, name, render, short, table, terms, time } from './text.js';
import { openReplay } from './replay.js';

const HOUR = 3600000;

const WANTED = {
	RESIGNED: 'resigned when asked',
	TRANSFERRED: 'transferred to a chosen member',
	PREEMPTED: 'handed to a member of higher priority',
	INELIGIBLE: 'was paused, or not fit to lead',
	STOPPED: 'its process stopped'
};

const UNWANTED = {
	LEASE_EXPIRED: 'its lease ran out, not renewed in time',
	SUPERSEDED: 'heard of a leader with a higher term',
	STALLED: 'its process stood still for too long'
};

// Why a leadership ended, in words; '' while it lasts.
const why = ({ until, reason, silence }) => !until ? '' : reason ? (WANTED[reason] ?? UNWANTED[reason] ?? reason)
	: silence ? `was not heard for ${duration(silence)}` : (silence === null) ? 'gave it up' : 'it ended';

const unwanted = ({ reason, silence }) => (reason in UNWANTED || (!reason && silence)) ? 'unwanted' : '';

let chosen = null;

export function update(root, group, state) {
	const shown = state.view.groups[group];
	const now = new Date(shown.asOf).getTime();
	const history = shown.history.map((period) => ({ ...period, key: `${group} ${period.term} ${period.from}`, start: new Date(period.from).getTime(),
		end: period.until ? new Date(period.until).getTime() : now }));
	const choose = (key) => {
		chosen = (chosen === key) ? null : key;
		update(root, group, state);
	};
	const picked = history.find(({ key }) => key === chosen);
	render(root, h('h2', 'The last hour'), !history.length ? h('p.quiet', { key: 'none' }, 'This node has not seen a leader since it started.') : [
		lanes(shown, history, now, choose),
		h('p.legend', { key: 'legend' }, ['bar', 'leads', 'gap', 'no leader', 'flaps', 'flapping', 'paused', 'paused', 'before', 'not seen by this node']
			.map((kind, i, all) => (i % 2 === 0) && h('span', h('i', { class: kind }), all[i + 1]))),
		picked && h('div.entry', { key: 'entry', role: 'region', 'aria-label': 'The chosen leadership' },
			terms([['Leader', name(picked.leader)], ['Term', picked.term], ['Known from', time(picked.start, now, true)],
				['Until', picked.until ? time(picked.end, now, true) : 'it lasts'], ['Length', duration(picked.duration)], ['Why it ended', why(picked)]]),
			h('p.buttons',
				state.traces && state.leader && h('button', { key: 'trace', onclick: () => openReplay(group, picked.until ?? picked.from) }, 'Show the trace of that moment'),
				h('button', { key: 'close', onclick: () => choose(chosen) }, 'Close'))),
		h('details', { key: 'table' }, h('summary', `All leaderships that this node remembers (${history.length})`),
			table('Leaderships, the newest first', ['From', 'Until', 'Leader', 'Term', 'Length', 'Why it ended'], history.toReversed().map((period) => [
				period.key, time(period.start, now, true), period.until ? time(period.end, now, true) : 'it lasts', name(period.leader), period.term, duration(period.duration), why(period)])))
	]);
}

function lanes(shown, history, now, choose) {
	const percent = (at) => Math.max(0, Math.min(100, (at - now + HOUR) / HOUR * 100));
	const span = (from, to) => ({ left: `${percent(from)}%`, width: `max(2px, ${percent(to) - percent(from)}%)` });
	const between = (left, right) => ({ left: `${percent(left)}%`, right: `${100 - percent(right)}%` });
	const seen = history.filter((period) => period.end > now - HOUR);
	const leaders = [...new Set([...seen.map((period) => period.leader), ...(shown.paused ? [shown.node] : [])])];
	const nexts = new Map(history.map((period, i) => [period.key, history[i + 1]?.start ?? (shown.leader ? period.end : now)]));
	const gaps = history.map(({ key, end }) => [end, nexts.get(key)]).filter(([end, next]) => next - end > 50 && next > now - HOUR);
	// The description of flapping has the length of its window.
	const flaps = shown.flapping && now - Number(/ in (\d+) min/.exec(shown.flapping)?.[1] ?? 10) * 60000;
	const paused = shown.paused && (history.findLast((period) => period.reason === 'INELIGIBLE')?.end ?? history[0].start);
	const ticks = Array.from({ length: 6 }, (each, i) => (Math.floor(now / HOUR * 6) - i) * HOUR / 6);

	// The reason stands behind its bar, or in it if there is more room.
	const reason = (period, next) => {
		const end = Math.max(period.end, nexts.get(period.key) - 1);
		const within = percent(next) - percent(end) < 10;
		return period.until && (!within || percent(period.end) - percent(period.start) > 20) && h('span', { class: `why ${within ? 'within' : ''} ${unwanted(period)}`,
			'aria-hidden': 'true', key: `why ${period.key}`, style: within ? between(period.start, period.end) : between(end, next) }, why(period));
	};
	const bar = (period) => {
		const token = (!period.until && shown.fencingToken) || period.term;
		const words = `${period.leader} led from ${time(period.start, now, true)} ${period.until ? `to ${time(period.end, now, true)}` : 'on'}, ${duration(period.duration)}, number ${token}${period.until ? `: ${why(period)}` : ''}`;
		return h('button', { class: period.until ? 'bar' : 'bar lasts', key: period.key, 'aria-pressed': String(chosen === period.key), 'aria-label': words, title: words,
			style: span(period.start, period.end), onclick: () => choose(period.key) }, `#${token}`);
	};
	return h('div.lanes', { key: 'lanes' },
		h('div.back',
			history[0].start > now - HOUR && h('span.before', { key: 'before', style: span(0, history[0].start) }),
			flaps && h('span.flaps', { key: 'flaps', style: span(flaps, now) }),
			gaps.map(([from, to]) => h('span.gap', { key: from, style: span(from, to) }))),
		leaders.map((leader) => h('div.lane', { key: leader }, h('span.who', { title: leader }, name(short(leader, 18))), h('div.row',
			paused && leader === shown.node && h('span.paused', { key: 'paused', style: span(paused, now) }),
			seen.filter((period) => period.leader === leader).map((period, i, all) => [bar(period), reason(period, all[i + 1]?.start ?? now)])))),
		h('div.axis', { 'aria-hidden': 'true' }, ticks.filter((at) => percent(at) > 3 && percent(at) < 97).map((at) => h('span', { key: at, style: { left: `${percent(at)}%` } }, time(at, at)))));
}
