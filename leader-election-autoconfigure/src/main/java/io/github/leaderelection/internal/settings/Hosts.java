package io.github.leaderelection.internal.settings;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Locates hosts. A name with several addresses is local only if all are: a Kubernetes
 * service may stand for every instance.
 */
public final class Hosts {

	private Hosts() {
	}

	/**
	 * The name of this machine.
	 * @throws UnknownHostException if this machine does not know its own name
	 */
	public static String own() throws UnknownHostException {
		return InetAddress.getLocalHost().getHostName();
	}

	/** The name of this machine, or the given one if that is unknown. */
	public static String ownOr(String otherwise) {
		try {
			return own();
		}
		catch (UnknownHostException ex) {
			return otherwise;
		}
	}

	/** Whether a host is this machine. */
	static boolean isLocal(String host) {
		return isLoopbackLiteral(host) || allAddresses(host, Hosts::isLocal);
	}

	/** Whether traffic to a host never leaves this machine. */
	public static boolean isLoopback(String host) {
		return isLoopbackLiteral(host) || allAddresses(host, InetAddress::isLoopbackAddress);
	}

	/** Whether this machine can resolve the name of a host. */
	public static boolean isKnown(String host) {
		return isLoopbackLiteral(host) || allAddresses(host, (address) -> true);
	}

	/** Whether a host is a loopback name or address, without resolving names. */
	public static boolean isLoopbackLiteral(String host) {
		return host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]");
	}

	private static boolean allAddresses(String host, Predicate<InetAddress> test) {
		try {
			return Arrays.stream(InetAddress.getAllByName(host)).allMatch(test);
		}
		catch (UnknownHostException ex) {
			return false;
		}
	}

	private static boolean isLocal(InetAddress address) {
		try {
			return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
		}
		catch (SocketException ex) {
			return false;
		}
	}

}
