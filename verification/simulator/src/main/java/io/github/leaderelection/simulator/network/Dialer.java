package io.github.leaderelection.simulator.network;

import java.util.HashMap;
import java.util.Map;

import io.github.leaderelection.spi.ForeignRules;
import io.github.leaderelection.spi.LinkLoss;

/**
 * Opens links, opens them again, and tells the ends when they end.
 */
final class Dialer {

	private final SimulatedNetwork network;

	private final Links links;

	private final Host[] hosts;

	Dialer(SimulatedNetwork network, Links links, Host[] hosts) {
		this.network = network;
		this.links = links;
		this.hosts = hosts;
	}

	Host host(int machine) {
		return this.hosts[machine];
	}

	void dial(int machine, int peer) {
		if (!this.links.wanted(machine, peer) || this.links.at(machine, peer) != 0) {
			return;
		}
		long attempt = this.links.newDial(machine, peer);
		Host.Answer answer = passesBothWays(machine, peer) ? this.hosts[peer].answer() : Host.Answer.NONE;
		if (answer == Host.Answer.NONE) {
			this.network.after(this.network.conditions().redial(),
					() -> failed(machine, peer, attempt, LinkLoss.SILENT));
			return;
		}
		this.network.signal(machine, peer,
				() -> this.network.signal(peer, machine, () -> answered(machine, peer, attempt, answer)));
	}

	/**
	 * One end of a link ends.
	 */
	void lose(int machine, int peer, LinkLoss loss) {
		if (this.links.at(machine, peer) != 0) {
			this.links.closed(machine, peer);
			this.network.listener().link("lost " + loss, machine, peer);
			this.hosts[machine].tell((receiver) -> receiver.disconnected(Machines.id(peer), loss));
			dial(machine, peer);
		}
	}

	/**
	 * A process closes its end; the other end hears of it if it can.
	 */
	void close(int machine, int peer) {
		long link = this.links.at(machine, peer);
		this.links.closed(machine, peer);
		if (link != 0) {
			tellOfEnd(machine, peer, link);
		}
	}

	void processGone(int machine, boolean noticed) {
		for (int peer = 0; peer < this.hosts.length; peer++) {
			long link = this.links.at(machine, peer);
			this.links.closed(machine, peer);
			this.links.wanted(machine, peer, false);
			this.links.newDial(machine, peer);
			if (link != 0 && noticed) {
				tellOfEnd(machine, peer, link);
			}
		}
	}

	void arrivedOnDeadLink(int from, int to, long link) {
		if (this.links.at(from, to) == link && this.hosts[to].answer() != Host.Answer.NONE) {
			tellOfEnd(to, from, link);
		}
	}

	private void tellOfEnd(int machine, int peer, long link) {
		if (this.network.ways().passes(machine, peer)) {
			this.network.signal(machine, peer, () -> {
				if (this.links.at(peer, machine) == link) {
					lose(peer, machine, LinkLoss.CLOSED);
				}
			});
		}
	}

	private void failed(int machine, int peer, long attempt, LinkLoss loss) {
		if (this.links.isDial(machine, peer, attempt) && this.links.at(machine, peer) == 0) {
			this.hosts[machine].tell((receiver) -> receiver.disconnected(Machines.id(peer), loss));
			long pause = this.network.conditions().redial();
			this.network.after(this.network.dice().between(pause / 2, pause), () -> {
				if (this.links.isDial(machine, peer, attempt)) {
					dial(machine, peer);
				}
			});
		}
	}

	private void answered(int machine, int peer, long attempt, Host.Answer answer) {
		if (!this.links.isDial(machine, peer, attempt) || this.links.at(machine, peer) != 0) {
			return;
		}
		boolean accepted = answer == Host.Answer.ACCEPTED && this.hosts[peer].answer() == Host.Answer.ACCEPTED
				&& this.hosts[machine].answer() == Host.Answer.ACCEPTED && passesBothWays(machine, peer);
		if (!accepted) {
			failed(machine, peer, attempt, (answer == Host.Answer.REFUSED) ? LinkLoss.REFUSED : LinkLoss.SILENT);
			return;
		}
		long link = this.links.next();
		open(peer, machine, link);
		open(machine, peer, link);
	}

	private void open(int machine, int peer, long link) {
		boolean replaces = this.links.at(machine, peer) != 0;
		this.links.open(machine, peer, link, this.network.now());
		Map<String, ForeignRules> foreign = foreign(machine, peer);
		this.links.foreign(machine, peer, foreign);
		this.network.listener().link("open", machine, peer);
		if (replaces) {
			this.hosts[machine].tell((receiver) -> receiver.disconnected(Machines.id(peer), LinkLoss.CLOSED));
		}
		this.hosts[machine].tell((receiver) -> receiver.connected(Machines.id(peer), foreign));
		watch(machine, peer, link);
	}

	/**
	 * What the two ends tell each other as they are introduced.
	 */
	private Map<String, ForeignRules> foreign(int machine, int peer) {
		Map<String, String> own = this.hosts[machine].rules();
		Map<String, String> theirs = this.hosts[peer].rules();
		if (own.equals(theirs)) {
			return Map.of();
		}
		Map<String, ForeignRules> differing = new HashMap<>();
		own.forEach((group, rules) -> {
			String other = theirs.get(group);
			if (other != null && !other.equals(rules)) {
				differing.put(group, new ForeignRules(other, rules));
			}
		});
		return differing;
	}

	/**
	 * Ends a link on which nothing was heard for too long. Where both sides are well,
	 * something is always heard: a transport pings.
	 */
	private void watch(int machine, int peer, long link) {
		long silence = this.network.conditions().silence();
		if (silence == 0) {
			return;
		}
		this.network.after(silence / 2, () -> {
			if (this.links.at(machine, peer) != link) {
				return;
			}
			if (this.network.ways().passes(peer, machine) && this.links.at(peer, machine) == link
					&& this.hosts[peer].answer() == Host.Answer.ACCEPTED) {
				this.links.heard(machine, peer, this.network.now());
			}
			if (this.network.now() - this.links.heard(machine, peer) >= silence) {
				lose(machine, peer, LinkLoss.SILENT);
				tellOfEnd(machine, peer, link);
			}
			else {
				watch(machine, peer, link);
			}
		});
	}

	private boolean passesBothWays(int machine, int peer) {
		return this.network.ways().passes(machine, peer) && this.network.ways().passes(peer, machine);
	}

}
