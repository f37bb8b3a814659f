package io.github.leaderelection.system.chaos;

import java.util.EnumSet;
import java.util.Set;

import io.github.leaderelection.system.proxy.LinkCondition;
import io.github.leaderelection.system.proxy.ProxyWiring;

/**
 * Nodes on one machine with a proxy between each two, for either direction of dialling.
 */
final class ProxyLinks implements Links {

	private final ProxyWiring wiring = new ProxyWiring();

	@Override
	public Set<FaultKind> kinds() {
		return EnumSet.complementOf(EnumSet.of(FaultKind.LOSS));
	}

	@Override
	public String host() {
		return "127.0.0.1";
	}

	@Override
	public String url(int viewer, int node, int port) {
		return this.wiring.url(viewer, node, port);
	}

	@Override
	public void set(int from, int to, Trouble trouble) {
		this.wiring.set(from, to, new LinkCondition(trouble.cut(), trouble.stalled(), trouble.delayMillis()));
	}

	@Override
	public void reset(int one, int other) {
		this.wiring.reset(one, other);
	}

	@Override
	public void fillDisk(int node, boolean full) {
		// The nodes share the disk of this machine: it is left alone.
	}

	@Override
	public void close() {
		this.wiring.close();
	}

}
