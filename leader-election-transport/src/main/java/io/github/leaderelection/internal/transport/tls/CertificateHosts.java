package io.github.leaderelection.internal.transport.tls;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;

/**
 * The hosts for which a certificate is: the names and addresses among its alternative
 * names. Looks no name up.
 */
final class CertificateHosts {

	private static final int DNS_NAME = 2;

	private static final int IP_ADDRESS = 7;

	private static final String ANY_LABEL = "*.";

	private CertificateHosts() {
	}

	static List<String> of(X509Certificate certificate) {
		try {
			Collection<List<?>> names = certificate.getSubjectAlternativeNames();
			return (names != null)
					? names.stream().filter(CertificateHosts::isHost).map(CertificateHosts::text).toList() : List.of();
		}
		catch (CertificateParsingException ex) {
			return List.of();
		}
	}

	private static boolean isHost(List<?> name) {
		return name.get(0).equals(DNS_NAME) || name.get(0).equals(IP_ADDRESS);
	}

	private static String text(List<?> name) {
		return String.valueOf(name.get(1));
	}

	/**
	 * Whether hosts of a certificate include that of a URL.
	 * @param host a name or an address, an IPv6 address in brackets
	 */
	static boolean include(List<String> hosts, String host) {
		if (isAddress(host)) {
			InetAddress address = address(host);
			return hosts.stream().anyMatch((each) -> isAddress(each) && address.equals(address(each)));
		}
		return hosts.stream().anyMatch((each) -> matches(each, host));
	}

	/** A wildcard stands for the first label of a name, and for no more. */
	private static boolean matches(String name, String host) {
		int dot = host.indexOf('.');
		return name.equalsIgnoreCase(host)
				|| name.startsWith(ANY_LABEL) && dot > 0 && name.substring(1).equalsIgnoreCase(host.substring(dot));
	}

	private static boolean isAddress(String host) {
		return host.indexOf(':') >= 0 || host.matches("\\d+(\\.\\d+){3}");
	}

	private static InetAddress address(String literal) {
		try {
			return InetAddress.getByName(literal);
		}
		catch (UnknownHostException ex) {
			throw new IllegalArgumentException("'" + literal + "' is no address", ex);
		}
	}

}
