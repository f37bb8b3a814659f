package io.github.leaderelection.internal.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.core.io.ClassPathResource;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;
import org.springframework.web.util.HtmlUtils;

/**
 * Serves the page and its state. The page changes nothing itself: its requests go to the
 * endpoint {@code leader}.
 */
@WebEndpoint(id = "leaderpage", defaultAccess = Access.READ_ONLY)
public class LeaderPageEndpoint {

	static final String FILES = "META-INF/leader-election-page/";

	private static final MimeType HTML = utf8("text/html");

	private static final Map<String, MimeType> TYPES = Map.of("css", utf8("text/css"), "js", utf8("text/javascript"),
			"svg", utf8("image/svg+xml"));

	private static final int TOO_MANY = 503;

	private final PageStates states;

	private final EventStreams streams;

	private final CsrfTokens csrf;

	public LeaderPageEndpoint(PageStates states, EventStreams streams, CsrfTokens csrf) {
		this.states = states;
		this.streams = streams;
		this.csrf = csrf;
	}

	private static MimeType utf8(String type) {
		return new MimeType(MimeTypeUtils.parseMimeType(type), StandardCharsets.UTF_8);
	}

	/** The page. */
	@ReadOperation(produces = "text/html")
	public WebEndpointResponse<String> page() {
		String path = this.states.path();
		String last = path.substring(path.lastIndexOf('/') + 1);
		String html = Objects.requireNonNull(file("page.html"), "page.html");
		return answer(html.replace("{last}", HtmlUtils.htmlEscape(last)).replace("{path}", HtmlUtils.htmlEscape(path)),
				HTML);
	}

	/**
	 * What the page asks for.
	 * @param what {@code state}, {@code live} for the state as server-sent events,
	 * {@code csrf} for the token of a request, or the name of a file
	 * @return the answer, null if there is none
	 */
	@ReadOperation(
			produces = { "application/json", "text/event-stream", "text/javascript", "text/css", "text/plain", "*/*" })
	public @Nullable Object below(SecurityContext caller, @Selector String what) {
		boolean detailed = this.states.isDetailed(caller);
		return switch (what) {
			case "state" -> answer(this.states.json(detailed), utf8("application/json"));
			case "live" -> live(detailed);
			case "csrf" -> this.csrf.token();
			default -> fileAnswer(what);
		};
	}

	private Object live(boolean detailed) {
		Object stream = this.streams.open(() -> this.states.json(detailed));
		return (stream != null) ? stream : new WebEndpointResponse<>(TOO_MANY);
	}

	private static @Nullable Object fileAnswer(String name) {
		MimeType type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
		if (type == null || !name.matches("[a-z]+\\.[a-z]+")) {
			return null;
		}
		String text = file(name);
		return (text != null) ? answer(text, type) : null;
	}

	private static WebEndpointResponse<String> answer(String body, MimeType type) {
		return new WebEndpointResponse<>(body, WebEndpointResponse.STATUS_OK, type);
	}

	private static @Nullable String file(String name) {
		ClassPathResource file = new ClassPathResource(FILES + name, LeaderPageEndpoint.class.getClassLoader());
		try {
			return file.exists() ? file.getContentAsString(StandardCharsets.UTF_8) : null;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The file '" + name + "' of the page cannot be read", ex);
		}
	}

}
