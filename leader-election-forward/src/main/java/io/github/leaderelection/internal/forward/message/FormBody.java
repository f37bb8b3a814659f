package io.github.leaderelection.internal.forward.message;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.util.StringUtils;

/**
 * Recreates the body of a form from its parameters if it was already read.
 */
final class FormBody {

	private FormBody() {
	}

	/**
	 * Creates the body without the parameters of the query, which come first and stay
	 * there.
	 */
	static byte[] of(HttpServletRequest request) {
		Charset charset = charset(request);
		Map<String, Integer> inQuery = inQuery(request.getQueryString());
		StringJoiner form = new StringJoiner("&");
		request.getParameterMap().forEach((name, values) -> {
			for (int i = inQuery.getOrDefault(name, 0); i < values.length; i++) {
				form.add(URLEncoder.encode(name, charset) + "=" + URLEncoder.encode(values[i], charset));
			}
		});
		return form.toString().getBytes(StandardCharsets.US_ASCII);
	}

	/** The charset in which this node and the leader read the form. */
	private static Charset charset(HttpServletRequest request) {
		String name = request.getCharacterEncoding();
		return (name != null) ? Charset.forName(name) : StandardCharsets.UTF_8;
	}

	private static Map<String, Integer> inQuery(String query) {
		Map<String, Integer> counts = new HashMap<>();
		for (String pair : StringUtils.tokenizeToStringArray(query, "&")) {
			int end = pair.indexOf('=');
			String name = (end >= 0) ? pair.substring(0, end) : pair;
			counts.merge(URLDecoder.decode(name, StandardCharsets.UTF_8), 1, Integer::sum);
		}
		return counts;
	}

}
