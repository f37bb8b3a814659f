package io.github.leaderelection.internal.forward;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

import io.github.leaderelection.spring.ForwardToLeader;
import io.github.leaderelection.spring.ForwardToLeader.OnFollower;
import org.junit.jupiter.api.Test;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.core.annotation.AliasFor;
import org.springframework.web.method.HandlerMethod;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which handlers are for the leader.
 */
class ForwardedHandlersTests {

	private final ForwardedHandlers handlers = new ForwardedHandlers(OnFollower.PROXY);

	private Forwarding find(Object bean, String method) throws NoSuchMethodException {
		return this.handlers.find(new HandlerMethod(bean, method));
	}

	@Test
	void annotationOfTheTypeStandsForItsHandlers() throws Exception {
		assertThat(find(new OfType(), "common")).isEqualTo(new Forwarding("typed", OnFollower.REDIRECT));
	}

	@Test
	void annotationOfTheMethodBeatsThatOfTheType() throws Exception {
		assertThat(find(new OfType(), "own")).isEqualTo(new Forwarding("own", OnFollower.PROXY));
	}

	@Test
	void annotationIsInherited() throws Exception {
		assertThat(find(new Sub(), "common")).isEqualTo(new Forwarding("typed", OnFollower.REDIRECT));
		assertThat(find(new Sub(), "own")).isEqualTo(new Forwarding("own", OnFollower.PROXY));
	}

	@Test
	void annotationMayBeAMetaAnnotation() throws Exception {
		assertThat(find(new Meta(), "handler")).isEqualTo(new Forwarding("meta", OnFollower.UNAVAILABLE));
	}

	@Test
	void annotationIsFoundOnInterfacesAndBehindProxies() throws Exception {
		assertThat(find(new Implementing(), "handler")).isEqualTo(new Forwarding("contract", OnFollower.PROXY));
		assertThat(find(new ProxyFactory(new Implementing()).getProxy(), "handler"))
			.isEqualTo(new Forwarding("contract", OnFollower.PROXY));
		ProxyFactory classBased = new ProxyFactory(new OfType());
		classBased.setProxyTargetClass(true);
		assertThat(find(classBased.getProxy(), "own")).isEqualTo(new Forwarding("own", OnFollower.PROXY));
	}

	@Test
	void otherHandlersPass() throws Exception {
		assertThat(find("text", "length")).isNull();
		assertThat(this.handlers.find(new Object())).isNull();
	}

	@Retention(RetentionPolicy.RUNTIME)
	@ForwardToLeader(onFollower = OnFollower.UNAVAILABLE)
	@interface ForMeta {

		@AliasFor(annotation = ForwardToLeader.class, attribute = "group")
		String value() default "meta";

	}

	@ForwardToLeader(group = "typed", onFollower = OnFollower.REDIRECT)
	static class OfType {

		public void common() {
		}

		@ForwardToLeader("own")
		public void own() {
		}

	}

	static class Sub extends OfType {

		@Override
		public void own() {
		}

	}

	static class Meta {

		@ForMeta
		public void handler() {
		}

	}

	interface Contract {

		@ForwardToLeader("contract")
		void handler();

	}

	static class Implementing implements Contract {

		@Override
		public void handler() {
		}

	}

}
