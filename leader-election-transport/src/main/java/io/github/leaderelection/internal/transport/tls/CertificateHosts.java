package io.github.leaderelection.internal.transport.tls;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The hosts of a certificate: the names and addresses among its alternative names. Looks
 * up no name.
 */
final class CertificateHosts {

	private static final int DNS_NAME = 2;

	private static final int IP_ADDRESS = 7;

	private static final String ANY_LABEL = "*.";

	private static final String PART = "(25[0-5]|2[0-4]\\d|[01]?\\d?\\d)";

	private static final Pattern VERSION_4 = Pattern.compile(PART + "(\\." + PART + "){3}");

	/** Matches an IPv6 address, which a zone may follow. */
	private static final Pattern VERSION_6 = Pattern.compile("([0-9a-f:][0-9a-f.]*:[0-9a-f:.]*)(%.*)?",
			Pattern.CASE_INSENSITIVE);

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
	 * Whether the hosts of a certificate include the host of a URL.
	 * @param host a name or an address, an IPv6 address in brackets
	 */
	static boolean include(List<String> hosts, String host) {
		InetAddress address = address(host);
		if (address != null) {
			return hosts.stream().anyMatch((each) -> address.equals(address(each)));
		}
		return hosts.stream().anyMatch((each) -> matches(each, host));
	}

	/** A wildcard stands for the first label of a name, and for no more. */
	private static boolean matches(String name, String host) {
		int dot = host.indexOf('.');
		return name.equalsIgnoreCase(host)
				|| name.startsWith(ANY_LABEL) && dot > 0 && name.substring(1).equalsIgnoreCase(host.substring(dot));
	}

	/**
	 * Returns null for a text that is no address, as the platform would look up a name.
	 */
	private static @Nullable InetAddress address(String text) {
		boolean brackets = text.startsWith("[") && text.endsWith("]");
		Matcher version6 = VERSION_6.matcher(brackets ? text.substring(1, text.length() - 1) : text);
		if (!version6.matches() && !VERSION_4.matcher(text).matches()) {
			return null;
		}
		try {
			return InetAddress.getByName(version6.matches() ? version6.group(1) : text);
		}
		catch (UnknownHostException ex) {
			return null;
		}
	}

}
