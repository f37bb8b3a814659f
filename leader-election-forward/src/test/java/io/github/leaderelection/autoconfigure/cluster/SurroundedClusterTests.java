package io.github.leaderelection.autoconfigure.cluster;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.filter.CharacterEncodingFilter;
import org.springframework.web.filter.CommonsRequestLoggingFilter;
import org.springframework.web.filter.FormContentFilter;
import org.springframework.web.filter.ForwardedHeaderFilter;
import org.springframework.web.filter.HiddenHttpMethodFilter;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.filter.ShallowEtagHeaderFilter;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebHandler;
import org.springframework.web.server.adapter.ForwardedHeaderTransformer;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.handler.MappedInterceptor;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;
import org.springframework.web.util.ContentCachingRequestWrapper;
import org.springframework.web.util.ContentCachingResponseWrapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Links and forwarded requests behind what applications put around all of their requests.
 * A case is a class with one bean, and its name in the list.
 */
class SurroundedClusterTests {

	private final HttpClient client = HttpClient.newHttpClient();

	@ParameterizedTest
	@ValueSource(classes = { WrapsAndLogs.class, AddsEtags.class, ReadsAhead.class, ForbidsAsynchronousRequests.class,
			LogsPayload.class, FiltersForms.class, ReadsForwardedHeaders.class, ForcesEncoding.class, Intercepts.class,
			MapsAllPaths.class })
	void servletNodesElectOverHttpAndForward(Class<?> surrounding) throws Exception {
		electAndForward(WebApplicationType.SERVLET, "http", surrounding);
	}

	@ParameterizedTest
	@ValueSource(classes = { WrapsAndLogs.class, ReadsAhead.class, MapsAllPaths.class })
	void servletNodesElectOverWebSocketAndForward(Class<?> surrounding) throws Exception {
		electAndForward(WebApplicationType.SERVLET, "websocket", surrounding);
	}

	@ParameterizedTest
	@ValueSource(classes = { ReadsAheadReactively.class, HoldsAnswersBack.class, MapsAllPathsReactively.class,
			ReadsForwardedHeadersReactively.class, FiltersMethodsReactively.class })
	void reactiveNodesElectOverHttpAndForward(Class<?> surrounding) throws Exception {
		electAndForward(WebApplicationType.REACTIVE, "http", surrounding);
	}

	private void electAndForward(WebApplicationType type, String transport, Class<?> surrounding) throws Exception {
		try (TestCluster cluster = new TestCluster(2, "", ForwardClusterTests.ORDERS + "," + surrounding.getName(),
				ForwardClusterTests.PATIENT, TestCluster.WITHOUT_SECURITY,
				"leader-election.transport.type=" + transport, "server.compression.enabled=true",
				"server.compression.min-response-size=1")
			.start(type, type)) {
			ConfigurableApplicationContext leader = cluster.awaitLeader("default");
			ConfigurableApplicationContext follower = cluster.follower(leader);
			URI url = URI.create("http://localhost:" + cluster.port(follower) + "/orders");
			HttpResponse<String> answer = this.client.send(
					HttpRequest.newBuilder(url).POST(BodyPublishers.ofString("tea")).build(), BodyHandlers.ofString());
			assertThat(answer.body()).isEqualTo("tea at " + TestCluster.id(leader));
		}
	}

	static class WrapsAndLogs {

		@Bean
		OncePerRequestFilter surrounding() {
			return new OncePerRequestFilter() {

				@Override
				protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response,
						FilterChain chain) throws ServletException, IOException {
					ContentCachingRequestWrapper seen = new ContentCachingRequestWrapper(request, 1 << 20);
					ContentCachingResponseWrapper held = new ContentCachingResponseWrapper(response);
					chain.doFilter(seen, held);
					held.setHeader("X-Signature", String.valueOf(held.getContentSize()));
					held.copyBodyToResponse();
				}

			};
		}

	}

	static class AddsEtags {

		@Bean
		ShallowEtagHeaderFilter surrounding() {
			return new ShallowEtagHeaderFilter();
		}

	}

	static class ReadsAhead {

		@Bean
		OncePerRequestFilter surrounding() {
			return new OncePerRequestFilter() {

				@Override
				protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response,
						FilterChain chain) throws ServletException, IOException {
					chain.doFilter(new Read(request, request.getInputStream().readAllBytes()), response);
				}

			};
		}

	}

	static class ForbidsAsynchronousRequests {

		@Bean
		FilterRegistrationBean<CharacterEncodingFilter> surrounding() {
			FilterRegistrationBean<CharacterEncodingFilter> filter = new FilterRegistrationBean<>(
					new CharacterEncodingFilter());
			filter.setAsyncSupported(false);
			return filter;
		}

	}

	static class LogsPayload {

		@Bean
		CommonsRequestLoggingFilter surrounding() {
			CommonsRequestLoggingFilter filter = new CommonsRequestLoggingFilter();
			filter.setIncludePayload(true);
			filter.setIncludeHeaders(true);
			return filter;
		}

	}

	static class FiltersForms {

		@Bean
		HiddenHttpMethodFilter surrounding() {
			return new HiddenHttpMethodFilter();
		}

		@Bean
		FormContentFilter more() {
			return new FormContentFilter();
		}

	}

	static class ReadsForwardedHeaders {

		@Bean
		FilterRegistrationBean<ForwardedHeaderFilter> surrounding() {
			return new FilterRegistrationBean<>(new ForwardedHeaderFilter());
		}

	}

	static class ForcesEncoding {

		@Bean
		CharacterEncodingFilter surrounding() {
			return new CharacterEncodingFilter("UTF-16", true);
		}

	}

	static class Intercepts {

		@Bean
		MappedInterceptor surrounding() {
			return new MappedInterceptor(null, new HandlerInterceptor() {

				@Override
				public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
					response.setHeader("X-Seen", request.getParameter("seen"));
					return true;
				}

			});
		}

	}

	static class MapsAllPaths {

		@Bean
		SimpleUrlHandlerMapping surrounding() {
			HttpRequestHandler nothing = (request, response) -> response.setStatus(HttpServletResponse.SC_NO_CONTENT);
			return new SimpleUrlHandlerMapping(Map.of("/**", nothing), Ordered.LOWEST_PRECEDENCE - 2);
		}

	}

	static class ReadsAheadReactively {

		@Bean
		WebFilter surrounding() {
			return (exchange, chain) -> DataBufferUtils.join(exchange.getRequest().getBody()).map((body) -> {
				byte[] bytes = new byte[body.readableByteCount()];
				body.read(bytes);
				DataBufferUtils.release(body);
				return bytes;
			})
				.defaultIfEmpty(new byte[0])
				.flatMap((bytes) -> chain
					.filter(exchange.mutate().request(new ServerHttpRequestDecorator(exchange.getRequest()) {

						@Override
						public Flux<DataBuffer> getBody() {
							return Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(bytes));
						}

					}).build()));
		}

	}

	static class HoldsAnswersBack {

		@Bean
		WebFilter surrounding() {
			return (exchange, chain) -> chain
				.filter(exchange.mutate().response(new ServerHttpResponseDecorator(exchange.getResponse()) {

					@Override
					public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
						return DataBufferUtils.join(Flux.from(body))
							.flatMap((whole) -> super.writeWith(Mono.just(whole)));
					}

				}).build());
		}

	}

	static class MapsAllPathsReactively {

		@Bean
		org.springframework.web.reactive.handler.SimpleUrlHandlerMapping surrounding() {
			WebHandler nothing = (exchange) -> exchange.getResponse().setComplete();
			return new org.springframework.web.reactive.handler.SimpleUrlHandlerMapping(Map.of("/**", nothing),
					Ordered.LOWEST_PRECEDENCE - 2);
		}

	}

	static class ReadsForwardedHeadersReactively {

		@Bean
		ForwardedHeaderTransformer forwardedHeaderTransformer() {
			return new ForwardedHeaderTransformer();
		}

	}

	static class FiltersMethodsReactively {

		@Bean
		org.springframework.web.filter.reactive.HiddenHttpMethodFilter surrounding() {
			return new org.springframework.web.filter.reactive.HiddenHttpMethodFilter();
		}

	}

	/**
	 * A request whose body was read ahead.
	 */
	private static final class Read extends HttpServletRequestWrapper {

		private final ByteArrayInputStream body;

		private Read(HttpServletRequest request, byte[] body) {
			super(request);
			this.body = new ByteArrayInputStream(body);
		}

		@Override
		public ServletInputStream getInputStream() {
			return new ServletInputStream() {

				@Override
				public int read() {
					return Read.this.body.read();
				}

				@Override
				public boolean isFinished() {
					return Read.this.body.available() == 0;
				}

				@Override
				public boolean isReady() {
					return true;
				}

				@Override
				public void setReadListener(ReadListener listener) {
					throw new UnsupportedOperationException();
				}

			};
		}

	}

}
