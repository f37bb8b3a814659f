package io.github.leaderelection.internal.forward;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.forward.autoconfigure.LeaderElectionForwardAutoConfiguration;
import io.github.leaderelection.forward.autoconfigure.LeaderElectionReactiveForwardAutoConfiguration;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.SenderContext;
import io.netty.channel.ChannelOption;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.codec.autoconfigure.CodecsAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.HttpEncodingAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.HttpHandlerAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.error.ErrorWebFluxAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.web.server.WebFilter;

/**
 * An application on an embedded server for which a test decides who leads.
 */
final class FakeNode implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	private FakeNode(ConfigurableApplicationContext context) {
		this.context = context;
	}

	static FakeNode start(String id, String... properties) {
		return start(Application.class, WebApplicationType.SERVLET, id, properties);
	}

	/** On WebFlux and Reactor Netty. */
	static FakeNode startReactive(String id, String... properties) {
		return start(ReactiveApplication.class, WebApplicationType.REACTIVE, id, properties);
	}

	private static FakeNode start(Class<?> application, WebApplicationType type, String id, String... properties) {
		List<String> arguments = new ArrayList<>(
				List.of("--server.port=0", "--spring.main.banner-mode=off", "--id=" + id));
		for (String property : properties) {
			arguments.add("--" + property);
		}
		return new FakeNode(new SpringApplicationBuilder(application).web(type)
			.properties("leader-election.forward.max-wait=1m", "leader-election.forward.connect-timeout=1m")
			.registerShutdownHook(false)
			.run(arguments.toArray(String[]::new)));
	}

	FakeElector elector() {
		return this.context.getBean(FakeElector.class);
	}

	/** Follows another one from now on. */
	FakeNode follow(FakeNode leader, long term) {
		leader.elector().lead(term);
		elector().follow(leader.id(), leader.url(), term);
		return this;
	}

	String id() {
		return this.context.getEnvironment().getRequiredProperty("id");
	}

	int port() {
		return Integer.parseInt(this.context.getEnvironment().getRequiredProperty("local.server.port"));
	}

	/** The base URL as a member list has it. */
	String url() {
		return "http://localhost:" + port() + this.context.getEnvironment().getProperty("base", "");
	}

	long count(ForwardOutcome outcome) {
		return this.context.getBean(ForwardStatistics.class).count("default", outcome);
	}

	Heard handlers() {
		return this.context.getBean(Heard.class);
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	@Override
	public void close() {
		this.context.close();
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ TomcatServletWebServerAutoConfiguration.class, DispatcherServletAutoConfiguration.class,
			WebMvcAutoConfiguration.class, HttpMessageConvertersAutoConfiguration.class, JacksonAutoConfiguration.class,
			MultipartAutoConfiguration.class, HttpEncodingAutoConfiguration.class, ErrorMvcAutoConfiguration.class,
			LeaderElectionForwardAutoConfiguration.class })
	@Import({ Handlers.class, PlainHandlers.class, Parts.class })
	static class Application {

	}

	@Configuration(proxyBeanMethods = false)
	static class Parts {

		/** Adds a header, as a tracer does. */
		@Bean
		ObservationRegistry observations() {
			ObservationRegistry registry = ObservationRegistry.create();
			registry.observationConfig().observationHandler(new ObservationHandler<SenderContext<Object>>() {

				@Override
				public void onStart(SenderContext<Object> context) {
					context.getSetter().set(context.getCarrier(), "X-Traced", context.getName());
				}

				@Override
				public boolean supportsContext(Observation.Context context) {
					return context instanceof SenderContext;
				}

			});
			return registry;
		}

		/** Open circuits stay open. */
		@Bean
		CircuitBreakerRegistry breakers() {
			CircuitBreakerRegistry registry = CircuitBreakerRegistry.ofDefaults();
			registry.addConfiguration(ForwardBreakers.CONFIGURATION,
					CircuitBreakerConfig.from(ForwardBreakers.usual())
						.waitDurationInOpenState(Duration.ofHours(1))
						.build());
			return registry;
		}

		@Bean
		FakeElector electors(Environment environment) {
			return new FakeElector(NodeId.of(environment.getRequiredProperty("id")));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ NettyReactiveWebServerAutoConfiguration.class, HttpHandlerAutoConfiguration.class,
			WebFluxAutoConfiguration.class, CodecsAutoConfiguration.class, JacksonAutoConfiguration.class,
			ErrorWebFluxAutoConfiguration.class, LeaderElectionReactiveForwardAutoConfiguration.class })
	@Import({ ReactiveHandlers.class, PlainHandlers.class, Parts.class })
	static class ReactiveApplication {

		/** Otherwise a node that is closed ends the threads of all others. */
		@Bean
		ReactorResourceFactory reactorResources() {
			ReactorResourceFactory resources = new ReactorResourceFactory();
			resources.setUseGlobalResources(false);
			resources.setShutdownQuietPeriod(Duration.ZERO);
			return resources;
		}

		/**
		 * A server sees what a client took once a third of the buffer is free: with one
		 * of megabytes a slow client would look like one that takes nothing.
		 */
		@Bean
		NettyServerCustomizer smallSendBuffers() {
			return (server) -> server.childOption(ChannelOption.SO_SNDBUF, 0x10000);
		}

		/** As Spring Security does in search of its token. */
		@Bean
		WebFilter formReader() {
			return (exchange, chain) -> {
				String path = exchange.getRequest().getPath().pathWithinApplication().value();
				return switch (path) {
					case "/form" -> exchange.getFormData().then(chain.filter(exchange));
					case "/parts" -> exchange.getMultipartData().then(chain.filter(exchange));
					default -> chain.filter(exchange);
				};
			};
		}

	}

}
