package io.github.leaderelection.benchmark;

import java.util.Map;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.gate.LeaderElectionGateAutoConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.provider.inmemory.InMemoryLockProvider;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import org.aopalliance.intercept.MethodInterceptor;

import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.MapPropertySource;

/**
 * An application with the gate as the auto-configuration makes it, and with others beside
 * it.
 */
@Configuration(proxyBeanMethods = false)
@EnableSchedulerLock(defaultLockAtMostFor = "10m", defaultLockAtLeastFor = "0s")
class GateApplication {

	static AnnotationConfigApplicationContext start() {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("benchmark", Map.of("leader-election.standalone", "true")));
		context.register(LeaderElectionAutoConfiguration.class, LeaderElectionGateAutoConfiguration.class,
				GateApplication.class);
		context.refresh();
		return context;
	}

	@Bean
	GatedCalls gatedCalls() {
		return new GatedCalls();
	}

	@Bean
	LockProvider lockProvider() {
		return new InMemoryLockProvider();
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static DefaultPointcutAdvisor plainAdvisor() {
		NameMatchMethodPointcut pointcut = new NameMatchMethodPointcut();
		pointcut.addMethodName("plain");
		pointcut.setClassFilter((type) -> type == GatedCalls.class);
		MethodInterceptor interceptor = (invocation) -> invocation.proceed();
		return new DefaultPointcutAdvisor(pointcut, interceptor);
	}

}
