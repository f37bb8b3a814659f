// The state as it changes: by server-sent events, or by polling where these do not pass. Nothing while nobody looks.
const SILENCE = 5000;
const AGAIN = 15000;
const PATIENCE = 4000;

// Calls show(state) at each new state, and age({ how, ms, why }) each second; how is 'live', 'polled' or 'stopped'.
export function live(path, show, age) {
	let [stream, how, at, why] = [null, 'stopped', null, null];
	let [last, tried, polling] = [0, 0, false];

	const receive = (state, by) => {
		[how, at, last, why] = [by, performance.now(), performance.now(), null];
		show(state);
		tell();
	};
	const tell = () => {
		const ms = (at === null) ? null : performance.now() - at;
		age({ how: (ms === null || ms > SILENCE) ? 'stopped' : how, ms, why });
	};
	const close = () => {
		stream?.close();
		stream = null;
	};
	const open = () => {
		close();
		[tried, last] = [performance.now(), performance.now()];
		const opened = new EventSource(`${path}/live`);
		opened.onmessage = ({ data }) => (opened === stream) && receive(JSON.parse(data), 'live');
		opened.onerror = () => (opened === stream) && fall();
		stream = opened;
	};
	const fall = () => {
		close();
		poll();
	};
	const poll = async () => {
		if (polling) {
			return;
		}
		polling = true;
		try {
			const answer = await fetch(`${path}/state`, { cache: 'no-store', headers: { Accept: 'application/json' }, signal: AbortSignal.timeout(PATIENCE) });
			if (answer.redirected || !answer.ok) {
				why = (answer.status === 401 || answer.status === 403 || answer.redirected) ? 'You are not logged in, or may not see this.' : `The node answers ${answer.status}.`;
			}
			else if (!document.hidden) {
				receive(await answer.json(), 'polled');
			}
		}
		catch (error) {
			why = 'The node does not answer.';
		}
		polling = false;
	};
	const beat = () => {
		if (document.hidden) {
			return;
		}
		const now = performance.now();
		if (stream && now - last > SILENCE) {
			fall();
		}
		else if (!stream) {
			poll();
			if (now - tried > AGAIN) {
				open();
			}
		}
		else if (how !== 'live') {
			poll();
		}
		tell();
	};
	const look = () => {
		if (document.hidden) {
			close();
		}
		else {
			open();
		}
	};
	document.addEventListener('visibilitychange', look);
	setInterval(beat, 1000);
	look();
}
