package io.github.leaderelection.internal.crashdetection;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A connection as one of its ends sees it.
 *
 * @param remote the address and port of the other end
 * @param loopback whether the remote address is a loopback address
 */
record Sight(String local, String remote, boolean loopback, Surroundings where) {

	/** How many words {@link #words()} has. */
	static final int WORDS = 4;

	static Sight of(Socket socket, Surroundings where) {
		InetSocketAddress local = (InetSocketAddress) socket.getLocalSocketAddress();
		InetSocketAddress remote = (InetSocketAddress) socket.getRemoteSocketAddress();
		return new Sight(text(local), text(remote), remote.getAddress().isLoopbackAddress(), where);
	}

	/** Omits the zone of an address, which has a meaning at one end only. */
	private static String text(InetSocketAddress address) {
		InetAddress host = address.getAddress();
		String literal = host.getHostAddress();
		int zone = literal.indexOf('%');
		return ((zone >= 0) ? literal.substring(0, zone) : literal) + '|' + address.getPort();
	}

	String words() {
		return String.join(" ", this.local, this.remote, this.where.boot(), this.where.network());
	}

	/** Reads words that another end wrote. */
	static Sight parse(List<String> words) {
		return new Sight(words.get(0), words.get(1), false, new Surroundings(words.get(2), words.get(3)));
	}

	/**
	 * Describes what stands between both ends.
	 * @return the text for the operator, or null if the ends are directly connected
	 */
	@Nullable String difference(Sight other) {
		if (!this.local.equals(other.remote) || !this.remote.equals(other.local)) {
			return "addresses are translated on the way: this node sees " + this.local + " and " + this.remote
					+ ", the member " + other.remote + " and " + other.local;
		}
		if (this.loopback && !this.where.isShared(other.where)) {
			return "a loopback address counts within one network namespace only: this node runs in " + this.where
					+ ", the member in " + other.where;
		}
		return null;
	}

}
