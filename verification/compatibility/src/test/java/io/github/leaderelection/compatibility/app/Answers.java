package io.github.leaderelection.compatibility.app;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.springframework.context.ApplicationContext;

/**
 * What the application answers to clients that are, and are not, who they should be.
 */
final class Answers {

	private static final Set<String> VARYING = Set.of("date", "set-cookie", "content-length");

	private final HttpClient client = HttpClient.newHttpClient();

	private final Map<String, String> answers = new TreeMap<>();

	private final String base;

	private Answers(String port) {
		this.base = "http://localhost:" + port;
	}

	static Map<String, String> of(ApplicationContext context) throws Exception {
		Answers answers = new Answers(context.getEnvironment().getRequiredProperty("local.server.port"));
		answers.ask();
		return answers.answers;
	}

	private void ask() throws Exception {
		for (String path : new String[] { "/public/names", "/public/looks", "/public/async", "/public/callable",
				"/public/rolled-back", "/public/broken", "/public/missing", "/add/a", "/missing", "/", "/error",
				"/actuator", "/actuator/health", "/actuator/health/readiness", "/actuator/info", "/actuator/beans",
				"/actuator/leader", "/leader-election", "/leader-election/x" }) {
			send("GET", path, false);
			send("GET", path, true);
		}
		send("GET", "/public/names", false);
		send("GET", "/public/looks", false);
		for (String method : new String[] { "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH" }) {
			send(method, "/public/names", true);
		}
		send("POST", "/public/post", true);
		send("POST", "/leader-election", true);
		send("POST", "/actuator/leader", true);
	}

	private void send(String method, String path, boolean user) throws Exception {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(this.base + path))
			.method(method, BodyPublishers.noBody());
		if (user) {
			request.header("Authorization",
					"Basic " + Base64.getEncoder().encodeToString("user:secret".getBytes(StandardCharsets.UTF_8)));
		}
		HttpResponse<String> response = this.client.send(request.build(), BodyHandlers.ofString());
		Map<String, Object> headers = new TreeMap<>(response.headers().map());
		headers.keySet().removeIf((name) -> VARYING.contains(name.toLowerCase(Locale.ROOT)));
		String text = response.statusCode() + " " + headers + " " + response.body();
		this.answers.merge(method + " " + path + (user ? " as user" : ""), stable(text),
				(one, two) -> one + "\n" + two);
	}

	private String stable(String text) {
		return text.replace(this.base, "BASE")
			.replaceAll("\"timestamp\":\"[^\"]*\"", "\"timestamp\":\"T\"")
			.replaceAll("\"(free|threshold|total)\":\\d+", "\"$1\":0");
	}

}
