package io.github.leaderelection.compatibility.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;

import jakarta.servlet.ServletContext;

import org.apache.catalina.webresources.TomcatURLStreamHandlerFactory;

import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.handler.AbstractHandlerMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/**
 * What a running application is made of, and what it answers: in types of the JDK alone,
 * for whoever asks may have other class loaders.
 */
public final class Snapshot {

	private final ConfigurableApplicationContext context;

	private final Map<String, Map<String, String>> sections = new LinkedHashMap<>();

	private Snapshot(ConfigurableApplicationContext context) {
		this.context = context;
	}

	/** Starts the application, looks at it, and stops it. */
	public static Map<String, Map<String, String>> take(String[] arguments) throws Exception {
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		thread.setContextClassLoader(Snapshot.class.getClassLoader());
		// It can be set once in a JVM, and there are two applications
		TomcatURLStreamHandlerFactory.disable();
		try (ConfigurableApplicationContext context = SpringApplication.run(CompatibleApplication.class, arguments)) {
			Snapshot snapshot = new Snapshot(context);
			snapshot.look();
			return snapshot.sections;
		}
		finally {
			thread.setContextClassLoader(before);
		}
	}

	private void look() throws Exception {
		this.sections.put("answers", Answers.of(this.context));
		beans();
		conditions();
		web();
		security();
		health();
		environment();
		threads();
	}

	private Map<String, String> section(String name) {
		return this.sections.computeIfAbsent(name, (key) -> new TreeMap<>());
	}

	/** Without what differs from run to run. */
	static String stable(String text) {
		return text.replaceAll("\\$\\$Lambda[^ ,\\]]*", "\\$\\$Lambda")
			.replaceAll("(jdk\\.proxy\\d+\\.)?\\$Proxy\\d+", "\\$Proxy")
			.replaceAll("@[0-9a-f]{4,}", "@")
			.replaceAll("(?<=[-#])\\d+", "n");
	}

	private static String type(Object object) {
		return stable(object.getClass().getName());
	}

	private void beans() {
		ConfigurableListableBeanFactory factory = this.context.getBeanFactory();
		for (String name : factory.getBeanNamesForType(Object.class, true, true)) {
			Object bean = factory.getBean(name);
			section("beans").put(name, type(bean));
			if (AopUtils.isAopProxy(bean)) {
				List<String> advisors = new ArrayList<>();
				for (var advisor : ((Advised) bean).getAdvisors()) {
					advisors.add(type(advisor));
				}
				section("proxies").put(name, type(bean) + " " + advisors);
			}
			if (bean.getClass().getName().contains("resilience4j")) {
				section("circuit breakers").put(name, type(bean));
			}
		}
		for (Class<?> general : List.of(Executor.class, TaskScheduler.class)) {
			for (String name : factory.getBeanNamesForType(general)) {
				section("executors").put(general.getSimpleName() + " " + name, type(factory.getBean(name)));
			}
		}
		StringBuilder processors = new StringBuilder();
		for (BeanPostProcessor processor : ((AbstractBeanFactory) factory).getBeanPostProcessors()) {
			processors.append(type(processor)).append('\n');
		}
		section("bean post-processors").put("in their order", processors.toString());
	}

	private void conditions() {
		ConditionEvaluationReport.get(this.context.getBeanFactory())
			.getConditionAndOutcomesBySource()
			.forEach((source, outcomes) -> section("conditions").put(source, String.valueOf(outcomes.isFullMatch())));
	}

	private void web() throws Exception {
		ServletContext servlets = ((WebApplicationContext) this.context).getServletContext();
		servlets.getFilterRegistrations()
			.forEach((name, filter) -> section("filters").put(name,
					filter.getClassName() + " " + filter.getUrlPatternMappings() + filter.getServletNameMappings()));
		servlets.getServletRegistrations()
			.forEach((name, servlet) -> section("servlets").put(name,
					servlet.getClassName() + " " + servlet.getMappings()));
		this.context.getBeansOfType(RequestMappingInfoHandlerMapping.class)
			.forEach((name, mapping) -> mapping.getHandlerMethods()
				.forEach((info, handler) -> section("mappings").put(name + " " + info, handler.toString())));
		this.context.getBeansOfType(AbstractHandlerMapping.class).forEach((name, mapping) -> {
			section("handler mappings").put(name, type(mapping) + " order " + mapping.getOrder());
		});
		interceptors();
		this.context.getBeansOfType(HandlerExceptionResolver.class)
			.forEach((name, resolver) -> section("exception resolvers").put(name, type(resolver)));
	}

	private void interceptors() throws Exception {
		HandlerExecutionChain chain = this.context
			.getBean("requestMappingHandlerMapping", RequestMappingInfoHandlerMapping.class)
			.getHandler(new MockHttpServletRequest("GET", "/public/start"));
		List<String> interceptors = chain.getInterceptorList().stream().map(Snapshot::type).toList();
		section("interceptors").put("of a handler", interceptors.toString());
	}

	private void security() {
		StringBuilder order = new StringBuilder();
		for (SecurityFilterChain chain : this.context.getBean(FilterChainProxy.class).getFilterChains()) {
			String matcher = stable((chain instanceof DefaultSecurityFilterChain known)
					? known.getRequestMatcher().toString() : type(chain));
			order.append(matcher).append('\n');
			section("security filter chains").put(matcher,
					chain.getFilters().stream().map(Snapshot::type).toList().toString());
		}
		section("security filter chains").put("in their order", order.toString());
	}

	private void health() {
		HealthEndpointGroups groups = this.context.getBean(HealthEndpointGroups.class);
		this.context.getBean(HealthContributorRegistry.class).stream().forEach((entry) -> {
			List<String> in = new ArrayList<>();
			if (groups.getPrimary().isMember(entry.name())) {
				in.add("primary");
			}
			for (String group : groups.getNames()) {
				if (groups.get(group).isMember(entry.name())) {
					in.add(group);
				}
			}
			section("health").put(entry.name(), in.toString());
		});
	}

	private void environment() {
		this.context.getEnvironment()
			.getPropertySources()
			.forEach((source) -> section("property sources").put(source.getName(), type(source)));
		for (String key : List.of("management.endpoints.web.exposure.include",
				"management.endpoint.health.group.readiness.include", "spring.main.lazy-initialization",
				"spring.aop.proxy-target-class", "spring.aop.auto")) {
			section("properties").put(key, String.valueOf(this.context.getEnvironment().getProperty(key)));
		}
	}

	/** Those that would keep the JVM alive. */
	private void threads() {
		Thread.getAllStackTraces().keySet().stream().filter((thread) -> !thread.isDaemon()).forEach((thread) -> {
			if (thread.getContextClassLoader() == Snapshot.class.getClassLoader()
					&& !thread.equals(Thread.currentThread())) {
				section("threads that are no daemons").put(thread.getName().replaceAll("\\d+", "n"), "");
			}
		});
	}

}
