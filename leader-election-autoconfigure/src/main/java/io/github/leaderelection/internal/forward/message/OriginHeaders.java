package io.github.leaderelection.internal.forward.message;

import java.net.http.HttpRequest;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Tells the leader whom the client asked, and who the client is: {@code X-Forwarded-*},
 * and {@code Forwarded} (RFC 7239) where the request came with it. What proxies before
 * this node have said is kept. Where this node has taken it from the headers itself, they
 * are hidden, and what it has taken from them is said anew.
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

	/** Whether a header of the request is replaced by one made here. */
	static boolean includes(String name) {
		return NAMES.contains(name);
	}

	static void add(HttpServletRequest request, HttpRequest.Builder target) {
		String standard = joined(request, FORWARDED);
		String addresses = joined(request, FOR);
		if (standard != null) {
			target.setHeader(FORWARDED, standard + ", " + element(request));
		}
		// Who knows both kinds believes one of them, which must not say less than before
		if (standard == null || addresses != null) {
			target.setHeader(FOR, (addresses != null) ? addresses + ", " + address(request) : address(request));
		}
		if (standard == null && !isAnyPresent(request, HOST, PORT, PROTO)) {
			target.setHeader(HOST, authority(request));
			target.setHeader(PORT, String.valueOf(request.getServerPort()));
			target.setHeader(PROTO, request.getScheme());
			if (!request.getContextPath().equals(request.getServletContext().getContextPath())) {
				target.setHeader(PREFIX, request.getContextPath());
			}
		}
	}

	private static String element(HttpServletRequest request) {
		String address = address(request);
		return "for=" + ((address.indexOf(':') >= 0) ? "\"[" + address + "]\"" : address) + ";host=\""
				+ authority(request) + "\";proto=" + request.getScheme();
	}

	/** An IPv6 address comes in brackets from some servers. */
	private static String address(HttpServletRequest request) {
		String address = request.getRemoteAddr();
		return (address.startsWith("[") && address.endsWith("]")) ? address.substring(1, address.length() - 1)
				: address;
	}

	private static String authority(HttpServletRequest request) {
		String name = request.getServerName();
		String host = (name.indexOf(':') >= 0 && !name.startsWith("[")) ? "[" + name + "]" : name;
		int usual = request.getScheme().equals("https") ? HTTPS_PORT : HTTP_PORT;
		return (request.getServerPort() != usual) ? host + ":" + request.getServerPort() : host;
	}

	private static boolean isAnyPresent(HttpServletRequest request, String... names) {
		return List.of(names).stream().anyMatch((name) -> request.getHeader(name) != null);
	}

	private static @Nullable String joined(HttpServletRequest request, String name) {
		List<String> values = HopHeaders.list(request.getHeaders(name));
		return values.isEmpty() ? null : String.join(", ", values);
	}

}
