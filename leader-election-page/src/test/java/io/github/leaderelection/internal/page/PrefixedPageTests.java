package io.github.leaderelection.internal.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.actuate.WebApplication;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.Keys;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page behind a proxy that adds a prefix; a servlet application has a context path,
 * too.
 */
@EnabledIf("io.github.leaderelection.internal.page.Browser#isInstalled")
class PrefixedPageTests {

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void thePageIsLiveAndActsBehindAProxyWithAPrefix(WebApplicationType type) throws IOException {
		String base = "/front" + ((type == WebApplicationType.SERVLET) ? "/app" : "") + "/actuator/leader";
		try (WebApplication application = WebApplication.run(type, Application.class, "leader-election.standalone=true",
				"leader-election.node-id=a", "management.endpoints.web.exposure.include=leader,leaderpage",
				"management.endpoint.leader.access=unrestricted", "server.forward-headers-strategy=framework",
				"server.servlet.context-path=/app");
				Proxy proxy = new Proxy(
						application.context().getEnvironment().getRequiredProperty("local.server.port"));
				Browser browser = new Browser()) {
			browser.open(proxy.host() + base + "page");
			Awaitility.await().atMost(Standalone.PATIENCE).untilAsserted(() -> {
				assertThat(browser.text("#age")).isEqualTo("live");
				assertThat(browser.text("#sentence")).contains("a leads");
			});
			browser.tabTo("Pause …");
			browser.press(Keys.ENTER);
			browser.tabTo("Pause");
			browser.press(Keys.ENTER);
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(browser.text("#sentence")).startsWith("No leader for "));
			assertThat(browser.messages()).isEmpty();
			assertThat(browser.addresses()).isNotEmpty()
				.allSatisfy((each) -> assertThat(each).startsWith(proxy.host() + base));
		}
	}

	/** Passes on all below {@code /front}, without that. */
	private static final class Proxy implements AutoCloseable {

		private static final String PREFIX = "/front";

		private final HttpServer server;

		private final ExecutorService handlers = Executors.newCachedThreadPool();

		private final HttpClient client = HttpClient.newHttpClient();

		private final String port;

		Proxy(String port) throws IOException {
			this.port = port;
			this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
			this.server.setExecutor(this.handlers);
			this.server.createContext(PREFIX, this::pass);
			this.server.start();
		}

		String host() {
			return "http://localhost:" + this.server.getAddress().getPort();
		}

		private void pass(HttpExchange exchange) throws IOException {
			String path = exchange.getRequestURI().getRawPath().substring(PREFIX.length());
			String type = exchange.getRequestHeaders().getFirst("Content-Type");
			HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + this.port + path))
				.header("X-Forwarded-Prefix", PREFIX)
				.header("Content-Type", (type != null) ? type : "text/plain")
				.header("Accept", exchange.getRequestHeaders().getFirst("Accept"))
				.method(exchange.getRequestMethod(),
						HttpRequest.BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
			try (exchange) {
				HttpResponse<InputStream> response = this.client.send(request.build(),
						HttpResponse.BodyHandlers.ofInputStream());
				response.headers()
					.firstValue("Content-Type")
					.ifPresent((value) -> exchange.getResponseHeaders().set("Content-Type", value));
				exchange.sendResponseHeaders(response.statusCode(), 0);
				copy(response.body(), exchange.getResponseBody());
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

		/** Keeps nothing back. */
		private static void copy(InputStream from, OutputStream to) throws IOException {
			byte[] buffer = new byte[8192];
			for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
				to.write(buffer, 0, read);
				to.flush();
			}
		}

		@Override
		public void close() {
			this.server.stop(0);
			this.handlers.shutdownNow();
		}

	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
