package io.github.leaderelection.system.proxy;

import java.net.InetAddress;
import java.net.InetSocketAddress;

import io.github.leaderelection.system.cluster.Wiring;

/**
 * Nodes on one machine with a proxy between each two, for either direction of dialling.
 */
public final class ProxyWiring implements Wiring, AutoCloseable {

	private final LinkProxies proxies = new LinkProxies();

	@Override
	public String url(int viewer, int node, int port) {
		if (viewer == node) {
			return "http://localhost:" + port;
		}
		InetSocketAddress target = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
		return "http://localhost:" + this.proxies.listen(viewer, node, target);
	}

	/**
	 * Sets what befalls the bytes from one node to another, from now on.
	 * @param from the sender
	 * @param to the receiver
	 * @param condition the condition
	 */
	public void set(int from, int to, LinkCondition condition) {
		this.proxies.set(from, to, condition);
	}

	/**
	 * Sets what befalls the bytes between a node and all others, from now on.
	 * @param node the node
	 * @param size how many nodes there are
	 * @param condition the condition, both ways
	 */
	public void setAround(int node, int size, LinkCondition condition) {
		for (int other = 0; other < size; other++) {
			if (other != node) {
				set(node, other, condition);
				set(other, node, condition);
			}
		}
	}

	/**
	 * Resets all connections between two nodes.
	 * @param one one of them
	 * @param other the other
	 */
	public void reset(int one, int other) {
		this.proxies.reset(one, other);
	}

	@Override
	public void close() {
		this.proxies.close();
	}

}
