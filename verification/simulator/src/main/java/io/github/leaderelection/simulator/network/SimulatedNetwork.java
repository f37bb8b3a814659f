package io.github.leaderelection.simulator.network;

import java.util.function.Consumer;

import io.github.leaderelection.simulator.time.Dice;
import io.github.leaderelection.simulator.time.VirtualTime;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.LinkLoss;
import io.github.leaderelection.spi.PeerTransport;

/**
 * The network between the machines: carries messages on links that are open, and tells
 * their ends when links open and end.
 */
public final class SimulatedNetwork {

	private final VirtualTime time;

	private final Dice dice;

	private final int size;

	private final NetworkListener listener;

	private final Ways ways;

	private final Links links;

	private final Dialer dialer;

	private Conditions conditions;

	private final Traffic traffic;

	private final Forgery forgery;

	/**
	 * Makes a network on which nothing is broken.
	 * @param dice decides what is late, lost and repeated
	 */
	public SimulatedNetwork(VirtualTime time, Dice dice, Host[] hosts, Conditions conditions,
			NetworkListener listener) {
		this.time = time;
		this.dice = dice;
		this.size = hosts.length;
		this.conditions = conditions;
		this.listener = listener;
		this.ways = new Ways(this.size, this::fly);
		this.links = new Links(this.size);
		this.dialer = new Dialer(this, this.links, hosts);
		this.traffic = new Traffic(this);
		this.forgery = new Forgery(this);
	}

	/** How many machines there are. */
	public int size() {
		return this.size;
	}

	/** The ways between the machines, and what is broken of them. */
	public Ways ways() {
		return this.ways;
	}

	/** How the network behaves. */
	public Conditions conditions() {
		return this.conditions;
	}

	/** Changes how the network behaves. */
	public void conditions(Conditions newConditions) {
		this.conditions = newConditions;
	}

	/** What is done to messages. */
	public Traffic traffic() {
		return this.traffic;
	}

	/** What delivers messages that nobody sent. */
	public Forgery forgery() {
		return this.forgery;
	}

	/** Whether both ends of a link believe it open. */
	public boolean linked(int one, int other) {
		return this.links.at(one, other) != 0 && this.links.at(one, other) == this.links.at(other, one);
	}

	/**
	 * The link that a machine believes open.
	 * @return its number, 0 for none
	 */
	public long link(int machine, int peer) {
		return this.links.at(machine, peer);
	}

	/** Breaks a link though both processes live. */
	public void breakLink(int one, int other) {
		this.dialer.lose(one, other, LinkLoss.CLOSED);
		this.dialer.lose(other, one, LinkLoss.CLOSED);
	}

	/**
	 * A process is gone.
	 * @param noticed whether the other ends of its links are told so
	 */
	public void processGone(int machine, boolean noticed) {
		this.dialer.processGone(machine, noticed);
	}

	/**
	 * Delivers a message that was taken out of the network.
	 * @param delay nanoseconds from now
	 */
	public void deliver(Transit transit, long delay) {
		this.time.after(delay, () -> arrive(transit));
	}

	void want(int machine, int peer) {
		this.links.wanted(machine, peer, true);
		this.dialer.dial(machine, peer);
	}

	void forget(int machine, int peer) {
		this.links.wanted(machine, peer, false);
		this.dialer.close(machine, peer);
	}

	void send(int from, int to, Envelope<?> envelope, long departure) {
		long link = this.links.at(from, to);
		if (link == 0 || this.links.foreign(from, to).containsKey(envelope.group())) {
			return;
		}
		Transit transit = new Transit(from, to, link, envelope);
		if (departure > this.time.now()) {
			this.time.at(departure, () -> depart(transit));
		}
		else {
			depart(transit);
		}
	}

	void after(long delay, Runnable task) {
		this.time.after(delay, task);
	}

	long now() {
		return this.time.now();
	}

	Dice dice() {
		return this.dice;
	}

	NetworkListener listener() {
		return this.listener;
	}

	/**
	 * Does something at the far end of a way, behind the messages that are on it.
	 */
	void signal(int from, int to, Runnable task) {
		long arrival = this.time.now() + latency(this.ways.of(from, to));
		this.time.at(this.ways.of(from, to).inOrder(arrival), task);
	}

	private void depart(Transit transit) {
		if (this.links.at(transit.from(), transit.to()) != transit.link()) {
			return;
		}
		this.listener.leaving(transit);
		this.forgery.learn(transit);
		if (this.traffic.takes(transit)) {
			return;
		}
		Direction direction = this.ways.of(transit.from(), transit.to());
		if (direction.isBlocked()) {
			if (direction.isClogged() || this.conditions.buffered()) {
				direction.hold(transit);
			}
			return;
		}
		if (this.dice.chance(this.conditions.lossPerMille())) {
			return;
		}
		fly(transit);
		if (this.dice.chance(this.conditions.repeatPerMille())) {
			fly(transit);
		}
	}

	private void fly(Transit transit) {
		Direction direction = this.ways.of(transit.from(), transit.to());
		long arrival = this.time.now() + latency(direction);
		if (this.conditions.ordered()) {
			arrival = direction.inOrder(arrival);
		}
		this.time.at(arrival, () -> arrive(transit));
	}

	private long latency(Direction direction) {
		long latency = this.dice.between(this.conditions.shortest(), this.conditions.longest());
		if (this.dice.chance(this.conditions.stragglerPerMille())) {
			latency = this.dice.between(latency, Math.max(latency, this.conditions.straggler()));
		}
		return latency + direction.extraLatency();
	}

	private void arrive(Transit transit) {
		int to = transit.to();
		int from = transit.from();
		boolean sameLink = this.links.at(to, from) == transit.link();
		if (!sameLink) {
			this.dialer.arrivedOnDeadLink(from, to, transit.link());
		}
		if (sameLink || !this.conditions.strict()) {
			this.links.heard(to, from, this.time.now());
			if (!this.dialer.host(to).understands(transit.envelope())) {
				return;
			}
			this.listener.arriving(transit);
			Consumer<PeerTransport.Receiver> call = (receiver) -> receiver.received(transit.envelope());
			this.dialer.host(to).tell(call);
		}
	}

}
