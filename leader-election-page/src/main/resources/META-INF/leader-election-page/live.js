// The state as it changes: by server-sent events, or by polling where these do not pass. Nothing while nobody looks.
const SILENCE = 5000;
const AGAIN = 15000;

// Calls show(state) at each new state, and age({ how, ms, why }) each second; how is 'live', 'polled' or 'stopped'.
export function live(path, show, age) {
	let [stream, how, at, why, polling] = [null, 'stopped', null, null, false];
	let [last, tried] = [0, 0];

	const tell = () => {
		const ms = (at === null) ? null : performance.now() - at;
		age({ how: (ms === null || ms > SILENCE) ? 'stopped' : how, ms, why });
	};
	const receive = (state, by) => {
		[how, at, last, why] = [by, performance.now(), performance.now(), null];
		show(state);
		tell();
	};
	const close = () => {
		stream?.close();
		stream = null;
	};
	const open = () => {
		close();
		last = tried = performance.now();
		stream = new EventSource(`${path}/live`);
		stream.onmessage = ({ data }) => receive(JSON.parse(data), 'live');
		stream.onerror = fall;
	};
	const fall = () => {
		close();
		tried = performance.now();
		poll();
	};
	const poll = async () => {
		if (polling) {
			return;
		}
		polling = true;
		let polled = null;
		try {
			const answer = await fetch(`${path}/state`, { cache: 'no-store', headers: { Accept: 'application/json' }, signal: AbortSignal.timeout(SILENCE - 1000) });
			if (answer.ok && !answer.redirected) {
				polled = await answer.json();
			}
			else {
				why = (answer.redirected || [401, 403].includes(answer.status)) ? 'you are not logged in, or may not see this' : `the node answers ${answer.status}`;
			}
		}
		catch (error) {
			why = 'the node does not answer';
		}
		polling = false;
		if (polled) {
			receive(polled, 'polled');
		}
	};
	setInterval(() => {
		const now = performance.now();
		if (document.hidden) {
			return;
		}
		if (stream && now - last > SILENCE) {
			fall();
		}
		else if (how !== 'live' || !stream) {
			poll();
		}
		if (!stream && now - tried > AGAIN) {
			open();
		}
		tell();
	}, 1000);
	const look = () => document.hidden ? close() : open();
	document.addEventListener('visibilitychange', look);
	look();
}
