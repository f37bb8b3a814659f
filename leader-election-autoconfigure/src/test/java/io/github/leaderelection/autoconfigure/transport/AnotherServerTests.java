package io.github.leaderelection.autoconfigure.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.autoconfigure.cluster.TestCluster;
import io.github.leaderelection.internal.transport.link.LinkStatus;
import io.github.leaderelection.internal.transport.link.TransportStatus.PeerStatus;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.server.reactive.ReactiveWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.AbstractServerHttpRequest;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.SslInfo;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications of WebFlux on a server that Spring Boot does not know.
 */
class AnotherServerTests {

	private static final String SECRET = "leader-election.transport.secret=known-to-all-members-alone";

	private static TestCluster cluster(String setting) throws IOException {
		TestCluster cluster = new TestCluster(2, "", TestCluster.WITHOUT_SECURITY, setting,
				"leader-election.transport.type=http", "spring.main.web-application-type=reactive",
				"spring.main.sources=" + OnOtherServer.class.getName())
			.start();
		assertThat(cluster.contexts()).hasSize(2)
			.allSatisfy((node) -> assertThat(((WebServerApplicationContext) node).getWebServer())
				.isInstanceOf(OtherServer.class));
		return cluster;
	}

	private static void awaitPeers(TestCluster cluster, Predicate<PeerStatus> expected) {
		assertThat(cluster.contexts()).allSatisfy((node) -> Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.untilAsserted(
					() -> assertThat(node.getBean(LinkStatus.class).now().peers()).singleElement().matches(expected)));
	}

	@Test
	void peersLinkOverHttpWithASecret() throws Exception {
		try (TestCluster cluster = cluster(SECRET)) {
			cluster.awaitLeader("default");
			awaitPeers(cluster, PeerStatus::connected);
		}
	}

	@Test
	void peersDoNotLinkWithoutASecretThoughTheyAreOnThisMachine() throws Exception {
		try (TestCluster cluster = cluster("leader-election.transport.secret=")) {
			awaitPeers(cluster,
					(peer) -> !peer.connected() && String.valueOf(peer.lastRefusal()).contains("NOT_LOOPBACK"));
			assertThat(cluster.contexts())
				.allSatisfy((node) -> assertThat(TestCluster.elector(node, "default").leader()).isEmpty());
		}
	}

	/**
	 * Makes the other server the one of the application.
	 */
	@Configuration(proxyBeanMethods = false)
	static class OnOtherServer {

		@Bean
		ReactiveWebServerFactory otherServer(@Value("${server.port}") int port) {
			return (handler) -> new OtherServer(port, handler);
		}

	}

	/**
	 * The web server of the JDK.
	 */
	private static final class OtherServer implements WebServer {

		private final ExecutorService threads = Executors.newCachedThreadPool();

		private final HttpServer server;

		private OtherServer(int port, HttpHandler handler) {
			try {
				this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
			this.server.setExecutor(this.threads);
			this.server.createContext("/", (exchange) -> answer(exchange, handler));
		}

		private static void answer(HttpExchange exchange, HttpHandler handler) throws IOException {
			try (exchange) {
				MockServerHttpResponse response = new MockServerHttpResponse();
				handler.handle(new OtherRequest(exchange), response).block();
				byte[] body = response.getBodyAsString().blockOptional().orElse("").getBytes(StandardCharsets.UTF_8);
				response.getHeaders().forEach(exchange.getResponseHeaders()::put);
				HttpStatusCode status = response.getStatusCode();
				exchange.sendResponseHeaders((status != null) ? status.value() : 200,
						(body.length > 0) ? body.length : -1);
				exchange.getResponseBody().write(body);
			}
		}

		@Override
		public void start() {
			this.server.start();
		}

		@Override
		public void stop() {
			this.server.stop(0);
			this.threads.shutdownNow();
		}

		@Override
		public int getPort() {
			return this.server.getAddress().getPort();
		}

	}

	/**
	 * A request of which nothing else is known.
	 */
	private static final class OtherRequest extends AbstractServerHttpRequest {

		private final HttpExchange exchange;

		private OtherRequest(HttpExchange exchange) {
			super(HttpMethod.valueOf(exchange.getRequestMethod()),
					URI.create("http://localhost" + exchange.getRequestURI()), null, headers(exchange));
			this.exchange = exchange;
		}

		private static HttpHeaders headers(HttpExchange exchange) {
			HttpHeaders headers = new HttpHeaders();
			exchange.getRequestHeaders().forEach(headers::addAll);
			return headers;
		}

		@Override
		protected MultiValueMap<String, HttpCookie> initCookies() {
			return new LinkedMultiValueMap<>();
		}

		@Override
		protected SslInfo initSslInfo() {
			return null;
		}

		@Override
		@SuppressWarnings("unchecked")
		public <T> T getNativeRequest() {
			return (T) this.exchange;
		}

		@Override
		public InetSocketAddress getRemoteAddress() {
			return this.exchange.getRemoteAddress();
		}

		@Override
		public Flux<DataBuffer> getBody() {
			return DataBufferUtils.readInputStream(this.exchange::getRequestBody,
					DefaultDataBufferFactory.sharedInstance, 4096);
		}

	}

}
