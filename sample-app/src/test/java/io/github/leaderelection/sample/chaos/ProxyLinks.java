package io.github.leaderelection.sample.chaos;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.Set;

import io.github.leaderelection.sample.proxy.LinkCondition;
import io.github.leaderelection.sample.proxy.LinkProxies;

/**
 * Nodes on one machine with a proxy between each two, for either direction of dialling.
 */
final class ProxyLinks implements Links {

	private final LinkProxies proxies = new LinkProxies();

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
		if (viewer == node) {
			return "http://localhost:" + port;
		}
		InetSocketAddress target = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
		return "http://localhost:" + this.proxies.listen(viewer, node, target);
	}

	@Override
	public void set(int from, int to, Trouble trouble) {
		this.proxies.set(from, to, new LinkCondition(trouble.cut(), trouble.stalled(), trouble.delayMillis()));
	}

	@Override
	public void reset(int one, int other) {
		this.proxies.reset(one, other);
	}

	@Override
	public void fillDisk(int node, boolean full) {
		// The nodes share the disk of this machine: it is left alone.
	}

	@Override
	public void close() {
		this.proxies.close();
	}

}
