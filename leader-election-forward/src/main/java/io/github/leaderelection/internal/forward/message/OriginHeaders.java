package io.github.leaderelection.internal.forward.message;

import java.net.http.HttpRequest;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

/**
 * Adds headers with the client's address and the requested host: {@code X-Forwarded-*},
 * and {@code Forwarded} (RFC 7239) if the request has it. Values of earlier proxies are
 * kept. If this node's server has consumed these headers, they are recreated.
 */
final class OriginHeaders {

	private static final String FORWARDED = "Forwarded";

	private static final String FOR = "X-Forwarded-For";

	private static final String HOST = "X-Forwarded-Host";

	private static final String PORT = "X-Forwarded-Port";

	private static final String PREFIX = "X-Forwarded-Prefix";

	private static final String PROTO = "X-Forwarded-Proto";

	private static final Set<String> NAMES = names(FORWARDED, FOR);

	private static final int HTTP_PORT = 80;

	private static final int HTTPS_PORT = 443;

	private OriginHeaders() {
	}

	private static Set<String> names(String... names) {
		Set<String> all = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
		all.addAll(List.of(names));
		return all;
	}

	/** Whether this class replaces a header of the request. */
	static boolean includes(String name) {
		return NAMES.contains(name);
	}

	static void add(ClientRequest request, HttpRequest.Builder target) {
		String standard = joined(request, FORWARDED);
		String addresses = joined(request, FOR);
		if (standard != null) {
			target.setHeader(FORWARDED, standard + ", " + element(request));
		}
		// A receiver may trust either kind, so neither may lose information.
		if (standard == null || addresses != null) {
			target.setHeader(FOR, (addresses != null) ? addresses + ", " + address(request) : address(request));
		}
		if (standard == null && !isAnyPresent(request, HOST, PORT, PROTO)) {
			target.setHeader(HOST, authority(request));
			target.setHeader(PORT, String.valueOf(request.serverPort()));
			target.setHeader(PROTO, request.scheme());
			String prefix = request.removedPrefix();
			if (prefix != null) {
				target.setHeader(PREFIX, prefix);
			}
		}
	}

	private static String element(ClientRequest request) {
		String address = address(request);
		return "for=" + ((address.indexOf(':') >= 0) ? "\"[" + address + "]\"" : address) + ";host=\""
				+ authority(request) + "\";proto=" + request.scheme();
	}

	/** Some servers report an IPv6 address in brackets. */
	private static String address(ClientRequest request) {
		String address = request.remoteAddress();
		return (address.startsWith("[") && address.endsWith("]")) ? address.substring(1, address.length() - 1)
				: address;
	}

	private static String authority(ClientRequest request) {
		String name = request.serverName();
		String host = (name.indexOf(':') >= 0 && !name.startsWith("[")) ? "[" + name + "]" : name;
		int usual = request.scheme().equals("https") ? HTTPS_PORT : HTTP_PORT;
		return (request.serverPort() != usual) ? host + ":" + request.serverPort() : host;
	}

	private static boolean isAnyPresent(ClientRequest request, String... names) {
		return List.of(names).stream().anyMatch((name) -> request.header(name) != null);
	}

	private static @Nullable String joined(ClientRequest request, String name) {
		List<String> values = request.headers(name);
		return values.isEmpty() ? null : String.join(", ", values);
	}

}
