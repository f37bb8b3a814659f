// The last hour: a lane for each member that led, with its leaderships; what lies between; and why each one ended.
import { act } from './act.js';
import { duration, h, millis, name, render, time } from './text.js';
import { openReplay } from './replay.js';

const HOUR = 3600000;

// Wanted ends, and those that nobody wants.
const REASONS = {
	RESIGNED: 'resigned when asked',
	TRANSFERRED: 'transferred to a chosen member',
	PREEMPTED: 'handed to a member of higher priority',
	INELIGIBLE: 'paused, or not fit to lead',
	STOPPED: 'its process stopped',
	LEASE_EXPIRED: 'its lease ran out: no quorum, or no store, answered in time',
	SUPERSEDED: 'it heard of a leader with a higher term',
	STALLED: 'its process stood still for longer than the lease allows'
};

const UNWANTED = ['LEASE_EXPIRED', 'SUPERSEDED', 'STALLED'];

// Why a leadership ended, in words; '' while it lasts.
export function why({ until, reason, silence }) {
	if (!until) {
		return '';
	}
	return reason ? (REASONS[reason] ?? reason) : silence ? `was not heard for ${duration(silence)}` : 'gave it up';
}

const unwanted = (period) => Boolean(period.until) && (UNWANTED.includes(period.reason) || (!period.reason && Boolean(period.silence)));

const tokenOf = (shown, period) => (!period.until && shown.leading && shown.fencingToken) || period.term;

let chosen = null;

export function update(root, group, state) {
	const shown = state.view.groups[group];
	const now = new Date(shown.asOf ?? state.asOf).getTime();
	const history = shown.history.map((period) => ({ ...period, start: new Date(period.from).getTime(), end: period.until ? new Date(period.until).getTime() : now }));
	const seen = history.filter((period) => period.end >= now - HOUR);
	const again = () => update(root, group, state);
	const picked = history.find((period) => chosen === keyOf(group, period));
	render(root,
		h('h2', null, 'The last hour'),
		(history.length === 0) ? h('p', { class: 'quiet', 'data-key': 'none' }, 'This node has not seen a leader since it started.') : [
			lanes(shown, group, seen, history, now, again),
			h('p', { class: 'legend', 'data-key': 'legend' }, key('bar', 'leads'), key('gap', 'no leader'), key('bar flaps', 'flapping'), key('paused', 'paused'), key('unseen-before', 'not seen by this node')),
			picked && entry(shown, group, picked, state, now, () => {
				chosen = null;
				again();
			}),
			h('details', { 'data-key': 'table' }, h('summary', null, `All ${history.length} leaderships that this node remembers, as a table`), table(shown, history))
		]);
}

const key = (kind, text) => h('span', { 'data-key': text }, h('i', { class: kind, 'aria-hidden': 'true' }), text);

const keyOf = (group, period) => `${group} ${period.leader} ${period.term} ${period.from}`;

function lanes(shown, group, seen, history, now, again) {
	const percent = (at) => `${Math.max(0, Math.min(100, (at - now + HOUR) / HOUR * 100)).toFixed(3)}%`;
	const span = (from, to) => ({ left: percent(from), width: `max(2px, ${((Math.min(now, to) - Math.max(from, now - HOUR)) / HOUR * 100).toFixed(3)}%)` });
	const leaders = [...new Set(seen.map((period) => period.leader))];
	const paused = shown.paused && pausedSince(shown, history);
	if (shown.paused && !leaders.includes(shown.node)) {
		leaders.push(shown.node);
	}
	const flapping = flappingSince(shown, now);
	const gaps = between(history, shown, now).filter((gap) => gap.to > now - HOUR);
	const first = history[0].start;
	return h('div', { class: 'lanes', 'data-key': 'lanes' },
		h('div', { class: 'back', 'aria-hidden': 'true', 'data-key': 'back' },
			first > now - HOUR && h('span', { class: 'unseen-before', 'data-key': 'before', style: { left: '0%', width: percent(first) } }),
			gaps.map((gap) => h('span', { class: 'gap', 'data-key': gap.from, title: `no leader for ${duration(gap.to - gap.from)}`, style: span(gap.from, gap.to) }))),
		leaders.map((leader) => lane(leader, seen.filter((period) => period.leader === leader), (leader === shown.node) ? paused : null)),
		h('div', { class: 'axis', 'aria-hidden': 'true', 'data-key': 'axis' }, ticks(now).map((at) => h('span', { 'data-key': at, style: { left: percent(at) } }, time(at, now)))));

	function lane(leader, periods, since) {
		return h('div', { class: 'lane', 'data-key': leader, role: 'group', 'aria-label': `Leaderships of ${leader}` },
			h('span', { class: 'who' }, name(leader)),
			h('div', { class: 'row' },
				since && h('span', { class: 'paused', 'data-key': 'paused', title: 'paused', style: span(since, now) }),
				periods.map((period, i) => [
					h('button', { type: 'button', class: ['bar', period.until ? '' : 'lasts', unwanted(period) && period.end >= flapping ? 'flaps' : ''].join(' ').trim(),
						'data-key': keyOf(group, period), 'aria-pressed': String(chosen === keyOf(group, period)), 'aria-label': inWords(shown, period, now), title: inWords(shown, period, now),
						style: span(period.start, period.end), onclick: () => {
							chosen = (chosen === keyOf(group, period)) ? null : keyOf(group, period);
							again();
						} }, h('span', null, `#${tokenOf(shown, period)}`)),
					period.until && h('span', { class: unwanted(period) ? 'why unwanted' : 'why', 'aria-hidden': 'true', 'data-key': `why ${keyOf(group, period)}`,
						style: { left: percent(period.end), right: `calc(100% - ${percent(periods[i + 1]?.start ?? now)})` } }, why(period))
				])));
	}
}

// Whole ten minutes.
function ticks(now) {
	const step = HOUR / 6;
	const first = Math.ceil((now - HOUR) / step) * step;
	return Array.from({ length: 6 }, (each, i) => first + i * step).filter((at) => at - now + HOUR > HOUR * 0.03 && now - at > HOUR * 0.03);
}

// Times between two leaderships, and since the last one; shorter than an eye can see where one hands over.
function between(history, shown, now) {
	const gaps = history.slice(1).map((period, i) => ({ from: history[i].end, to: period.start }));
	if (!shown.leader && history.at(-1).until) {
		gaps.push({ from: history.at(-1).end, to: now });
	}
	return gaps.filter((gap) => gap.to - gap.from > 50);
}

const pausedSince = (shown, history) => history.filter((period) => period.reason === 'INELIGIBLE').at(-1)?.end ?? history[0].start;

// The window of the flapping, as its description says it.
function flappingSince(shown, now) {
	const [, number, unit] = / in (\d+) ?(min|s|m|h)?/.exec(shown.flapping ?? '') ?? [];
	return shown.flapping ? now - Number(number ?? 10) * ((unit === 's') ? 1000 : (unit === 'h') ? HOUR : 60000) : Infinity;
}

const inWords = (shown, period, now) => `${period.leader} led from ${time(period.from, now, true)}${period.until ? ` to ${time(period.until, now, true)}` : ' on'}, `
	+ `${duration(period.duration)}, ${(tokenOf(shown, period) === period.term) ? 'term' : 'token'} ${tokenOf(shown, period)}${period.until ? `: ${why(period)}` : ''}`;

function entry(shown, group, period, state, now, close) {
	const moment = period.until ?? period.from;
	const pairs = [
		['Leader', name(period.leader)],
		['Term', period.term],
		['Known from', time(period.from, now, true)],
		['Until', period.until ? time(period.until, now, true) : 'it lasts'],
		['Length', duration(period.duration)],
		['Why it ended', period.until ? why(period) : null]
	].filter(([, value]) => value !== null);
	return h('div', { class: 'entry', 'data-key': 'entry', role: 'region', 'aria-label': 'The chosen leadership' },
		h('dl', null, pairs.map(([term, value]) => h('div', null, h('dt', null, term), h('dd', null, value)))),
		h('p', { class: 'buttons' },
			state.traces && act.url(state, group) && h('button', { type: 'button', 'data-key': 'trace', onclick: () => openReplay(group, moment) },
				'Show the trace of that moment'),
			h('button', { type: 'button', 'data-key': 'close', onclick: close }, 'Close')));
}

function table(shown, history) {
	const now = shown.asOf;
	return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Leaderships' }, h('table', null,
		h('caption', { class: 'unseen' }, 'Leaderships, the newest first'),
		h('thead', null, h('tr', null, ['From', 'Until', 'Leader', 'Term', 'Length', 'Why it ended'].map((text) => h('th', { scope: 'col' }, text)))),
		h('tbody', null, history.toReversed().map((period) => h('tr', { 'data-key': keyOf('', period) },
			h('th', { scope: 'row' }, time(period.from, now, true)),
			h('td', null, period.until ? time(period.until, now, true) : 'lasts'),
			h('td', null, name(period.leader)),
			h('td', null, period.term),
			h('td', null, duration(period.duration)),
			h('td', { class: unwanted(period) ? 'unwanted' : '' }, why(period)))))));
}
