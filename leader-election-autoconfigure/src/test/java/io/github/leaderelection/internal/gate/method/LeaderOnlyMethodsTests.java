package io.github.leaderelection.internal.gate.method;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Proxy;
import java.util.List;

import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.internal.gate.PackagePrivateWork;
import io.github.leaderelection.spring.LeaderChangedEvent;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.LeaderOnly.OnFollower;
import io.github.leaderelection.spring.LeadershipDrainingEvent;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import io.github.leaderelection.spring.LeadershipRevokedEvent;
import io.github.leaderelection.spring.MemberDownEvent;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import kotlin.coroutines.Continuation;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.BeanNameAware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.context.event.GenericApplicationListener;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AliasFor;
import org.springframework.core.convert.converter.Converter;
import org.springframework.format.FormatterRegistry;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LeaderOnlyMethods}.
 */
@ExtendWith(OutputCaptureExtension.class)
class LeaderOnlyMethodsTests {

	private final LeaderOnlyMethods methods = new LeaderOnlyMethods(false);

	@Test
	void methodsWithoutTheAnnotationAreNotGated() {
		assertThat(group(OnMethods.class, "open")).isNull();
		assertThat(this.methods.hasAny(Plain.class)).isFalse();
	}

	@Test
	void methodNamesItsGroup() {
		assertThat(group(OnMethods.class, "ofDefault")).isEqualTo("default");
		assertThat(group(OnMethods.class, "byValue")).isEqualTo("billing");
		assertThat(group(OnMethods.class, "byGroup")).isEqualTo("billing");
		assertThat(group(OnMethods.class, "packagePrivate")).isEqualTo("default");
	}

	@Test
	void annotationOfTheTypeStandsForItsMethods() {
		assertThat(group(OnType.class, "work")).isEqualTo("reports");
		assertThat(group(OnType.class, "packagePrivate")).isEqualTo("reports");
	}

	@Test
	void annotationOfTheMethodBeatsThatOfTheType() {
		assertThat(group(OnType.class, "own")).isEqualTo("billing");
	}

	@Test
	void privateAndStaticMethodsOfAnAnnotatedTypeAreLeftAlone() {
		assertThat(this.methods.found()).isEmpty();
		this.methods.hasAny(OnType.class);
		assertThat(this.methods.found()).extracting((operation) -> operation.method().getName())
			.containsExactlyInAnyOrder("work", "own", "packagePrivate");
	}

	@Test
	void annotationIsInherited() {
		assertThat(group(Child.class, "work")).isEqualTo("reports");
		assertThat(group(Child.class, "added")).isEqualTo("reports");
	}

	@Test
	void annotationIsFoundOnInterfaces() {
		assertThat(group(Implementation.class, "declared")).isEqualTo("billing");
		assertThat(group(Implementation.class, "other")).isNull();
		assertThat(group(OfAnnotatedInterface.class, "run")).isEqualTo("default");
	}

	@Test
	void methodsThatAPublicClassInheritsFromAPackagePrivateOneAreGated() {
		assertThat(group(OrdersExport.class, "run")).isEqualTo("billing");
		assertThat(group(OrdersExport.class, "tidy")).isNull();
		assertThat(group(LeaderOnlyExport.class, "tidy")).isEqualTo("default");
		FakeGate gate = new FakeGate();
		gate.open = false;
		OrdersExport follower = gate.proxy(new OrdersExport());
		assertThat(follower.run()).isNull();
		assertThat(((Export) follower).run()).isNull();
	}

	@Test
	void overriddenGenericMethodIsFoundOnce() {
		this.methods.hasAny(TextImport.class);
		assertThat(this.methods.found()).singleElement()
			.satisfies((operation) -> assertThat(operation.method().isBridge()).isFalse());
		assertThat(group(TextImport.class, "read", Object.class)).isEqualTo("default");
		assertThat(group(TextImport.class, "read", String.class)).isEqualTo("default");
	}

	@Test
	void annotationIsFoundOnAnInterfaceThatTheClassOfTheMethodDoesNotKnow() throws Exception {
		assertThat(group(Adopted.class, "declared")).isEqualTo("billing");
		assertThat(group(Adopted.class, "other")).isNull();
		assertThat(this.methods.find(Contract.class.getMethod("declared"), Adopted.class)).isNotNull();
		assertThat(group(AdoptedImport.class, "read", String.class)).isEqualTo("billing");
	}

	@Test
	void packagePrivateMethodsOfAnotherPackageAreRefusedIfAnnotatedAndElseLeftAlone() {
		assertThatExceptionOfType(UngatableMethodException.class).isThrownBy(() -> this.methods.hasAny(FromAfar.class))
			.withMessageContaining("PackagePrivateWork.work() is package-private")
			.withMessageContaining("run on every node")
			.withMessageContaining("Make it protected or public");
		this.methods.hasAny(OpenFromAfar.class);
		assertThat(this.methods.found()).extracting((operation) -> operation.method().getName())
			.containsExactly("seen");
	}

	@Test
	void methodsOfJdkProxiesAreGatedByTheirInterfaces() throws Exception {
		Object proxy = Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Contract.class },
				(self, method, arguments) -> null);
		assertThat(this.methods.hasAny(proxy.getClass())).isTrue();
		assertThat(this.methods.find(Contract.class.getMethod("declared"), proxy.getClass())).isNotNull();
		assertThat(this.methods.find(Contract.class.getMethod("other"), proxy.getClass())).isNull();
	}

	@Test
	void whatAnAnnotatedInterfaceInheritsFromSpringIsGated() {
		FakeGate gate = new FakeGate();
		gate.open = false;
		ProxyFactory factory = new ProxyFactory(Orders.class, (MethodInterceptor) (invocation) -> "stored");
		factory.setTarget(new Plain());
		Orders repository = (Orders) factory.getProxy();
		Orders follower = gate.proxy(repository);
		assertThat(follower.convert("1")).isNull();
		assertThat(follower.own()).isNull();
		assertThat(AopProxyUtils.ultimateTargetClass(follower)).isEqualTo(Plain.class);
		assertThat(this.methods.hasAny(repository.getClass())).isTrue();
		assertThat(this.methods.found()).extracting((operation) -> operation.method().getName())
			.containsExactlyInAnyOrder("convert", "andThen", "own");
	}

	@Test
	void methodsThatMakeBeansAreRefusedIfAnnotatedAndElseLeftAlone() {
		assertThatExceptionOfType(UngatableMethodException.class)
			.isThrownBy(() -> this.methods.hasAny(GatedFactory.class))
			.withMessageContaining("GatedFactory.jobs() is a @Bean method")
			.withMessageContaining("Put @LeaderOnly on the methods of the bean");
		assertThat(group(AnnotatedFactory.class, "jobs")).isNull();
		assertThat(group(AnnotatedFactory.class, "work")).isEqualTo("default");
	}

	@Test
	void configurersAreNeverGated() {
		assertThat(group(AnnotatedConfigurer.class, "configureTasks", ScheduledTaskRegistrar.class)).isNull();
		assertThat(group(AnnotatedConfigurer.class, "addFormatters", FormatterRegistry.class)).isNull();
		assertThat(group(AnnotatedConfigurer.class, "getAsyncExecutor")).isNull();
		assertThat(group(AnnotatedConfigurer.class, "work")).isEqualTo("default");
	}

	@Test
	void annotationMayBeAMetaAnnotation() {
		assertThat(group(Composed.class, "nightly")).isEqualTo("night");
	}

	@Test
	void methodsOfObjectAreNeverGated() {
		assertThat(group(WithObjectMethods.class, "toString")).isNull();
		assertThat(group(WithObjectMethods.class, "equals", Object.class)).isNull();
		assertThat(group(WithObjectMethods.class, "hashCode")).isNull();
		assertThat(group(WithObjectMethods.class, "work")).isEqualTo("default");
	}

	@ParameterizedTest
	@ValueSource(strings = { "afterPropertiesSet", "destroy", "init", "finish", "close", "start", "stop", "isRunning",
			"getPhase" })
	void lifecycleCallbacksAreNeverGated(String method) {
		assertThat(group(WithCallbacks.class, method)).isNull();
		assertThat(group(WithCallbacks.class, "work")).isEqualTo("default");
	}

	@Test
	void callbacksWithArgumentsAreNeverGated() {
		assertThat(group(WithCallbacks.class, "setBeanName", String.class)).isNull();
		assertThat(group(WithCallbacks.class, "stop", Runnable.class)).isNull();
		assertThat(group(WithCallbacks.class, "onGranted", Leadership.class)).isNull();
	}

	@Test
	void listenersOfOurEventsAreNeverGated() {
		assertThat(group(Listeners.class, "granted", LeadershipGrantedEvent.class)).isNull();
		assertThat(group(Listeners.class, "draining", LeadershipDrainingEvent.class)).isNull();
		assertThat(group(Listeners.class, "revoked", LeadershipRevokedEvent.class)).isNull();
		assertThat(group(Listeners.class, "changed")).isNull();
		assertThat(group(Listeners.class, "down", MemberDownEvent.class)).isNull();
		assertThat(group(Listeners.class, "payload", PayloadApplicationEvent.class)).isNull();
		assertThat(group(PayloadListener.class, "onApplicationEvent", PayloadApplicationEvent.class)).isNull();
	}

	@Test
	void listenersOfOtherEventsAreGated() {
		assertThat(group(Listeners.class, "refreshed", ContextRefreshedEvent.class)).isEqualTo("default");
		assertThat(group(Listeners.class, "granted", String.class)).isEqualTo("default");
		assertThat(group(RefreshListener.class, "onApplicationEvent", ContextRefreshedEvent.class))
			.isEqualTo("default");
		assertThat(group(AnyListener.class, "onApplicationEvent", ApplicationEvent.class)).isEqualTo("default");
		assertThat(group(AnyListener.class, "supportsEventType", ResolvableType.class)).isNull();
	}

	@Test
	void annotationWithoutEffectIsWarnedOf(CapturedOutput output) {
		assertThat(this.methods.hasAny(AnnotatedCallback.class)).isFalse();
		assertThat(output).contains("AnnotatedCallback.init()").contains("has no effect");
	}

	@ParameterizedTest
	@ValueSource(classes = { FinalMethod.class, PrivateMethod.class, StaticMethod.class, FinalMethodOfType.class })
	void methodsThatAProxyCannotInterceptAreRefused(Class<?> type) {
		assertThatExceptionOfType(UngatableMethodException.class).isThrownBy(() -> this.methods.hasAny(type))
			.withMessageContaining(type.getName() + ".work()")
			.withMessageContaining("run on every node");
	}

	@Test
	void suspendingFunctionsAreRefused() {
		assertThatExceptionOfType(UngatableMethodException.class)
			.isThrownBy(() -> this.methods.hasAny(Suspending.class))
			.withMessageContaining("is a suspending function");
	}

	@Test
	void methodsWithoutAnAnswerAreRefused() {
		assertThatExceptionOfType(UngatableMethodException.class).isThrownBy(() -> this.methods.hasAny(Primitive.class))
			.withMessageContaining("Primitive.count()")
			.withMessageContaining("int");
	}

	@Test
	void methodsThatThrowNeedNoAnswer() {
		LeaderOnlyMethods throwing = new LeaderOnlyMethods(true);
		assertThat(throwing.hasAny(Primitive.class)).isTrue();
		assertThat(throwing.found()).singleElement()
			.satisfies((operation) -> assertThat(operation.otherwise()).isInstanceOf(FollowerBehavior.Throw.class));
	}

	@Test
	void scheduledMethodsNeverThrow() {
		LeaderOnlyMethods throwing = new LeaderOnlyMethods(true);
		throwing.hasAny(WithSchedule.class);
		assertThat(throwing.found()).hasSize(2)
			.noneMatch((operation) -> operation.otherwise() instanceof FollowerBehavior.Throw);
		assertThatExceptionOfType(UngatableMethodException.class)
			.isThrownBy(() -> throwing.hasAny(PrimitiveSchedule.class));
	}

	@Test
	void classesOfSpringAreNotLookedAt() {
		assertThat(this.methods.hasAny(org.springframework.core.SpringVersion.class)).isFalse();
	}

	private String group(Class<?> type, String method, Class<?>... arguments) {
		GatedOperation operation = this.methods
			.find(org.springframework.util.ReflectionUtils.findMethod(type, method, arguments), type);
		return (operation != null) ? operation.group() : null;
	}

	static class Plain {

		void work() {
		}

	}

	static class OnMethods {

		public void open() {
		}

		@LeaderOnly
		public void ofDefault() {
		}

		@LeaderOnly("billing")
		public void byValue() {
		}

		@LeaderOnly(group = "billing")
		protected void byGroup() {
		}

		@LeaderOnly
		void packagePrivate() {
		}

	}

	@LeaderOnly("reports")
	static class OnType {

		public void work() {
			internal();
			shared();
		}

		@LeaderOnly("billing")
		public void own() {
		}

		void packagePrivate() {
		}

		private void internal() {
		}

		static int shared() {
			return 1;
		}

	}

	static class Child extends OnType {

		public void added() {
		}

	}

	interface Contract {

		@LeaderOnly("billing")
		void declared();

		void other();

	}

	static class Implementation implements Contract {

		@Override
		public void declared() {
		}

		@Override
		public void other() {
		}

	}

	abstract static class Export {

		@LeaderOnly("billing")
		public String run() {
			return "ran";
		}

		public void tidy() {
		}

	}

	public static class OrdersExport extends Export {

	}

	@LeaderOnly
	public static class LeaderOnlyExport extends Export {

	}

	abstract static class Import<T> {

		@LeaderOnly
		public void read(T source) {
		}

	}

	static class TextImport extends Import<String> {

		@Override
		public void read(String source) {
		}

	}

	static class Unknowing {

		public void declared() {
		}

		public void other() {
		}

		public void read(String source) {
		}

	}

	static class Adopted extends Unknowing implements Contract {

	}

	interface Reader<T> {

		@LeaderOnly("billing")
		void read(T source);

	}

	static class AdoptedImport extends Unknowing implements Reader<String> {

	}

	static class FromAfar extends PackagePrivateWork {

	}

	@LeaderOnly
	static class OpenFromAfar extends PackagePrivateWork.Open {

	}

	@LeaderOnly
	interface Orders extends Converter<String, String> {

		String own();

	}

	static class GatedFactory {

		@Bean
		@LeaderOnly
		Plain jobs() {
			return new Plain();
		}

	}

	@LeaderOnly
	@Configuration
	static class AnnotatedFactory {

		@Bean
		Plain jobs() {
			return new Plain();
		}

		void work() {
		}

	}

	@LeaderOnly
	static class AnnotatedConfigurer implements SchedulingConfigurer, AsyncConfigurer, WebMvcConfigurer {

		@Override
		public void configureTasks(ScheduledTaskRegistrar registrar) {
		}

		@Override
		public void addFormatters(FormatterRegistry registry) {
		}

		void work() {
		}

	}

	@LeaderOnly(onFollower = OnFollower.SKIP)
	static class AnyListener implements GenericApplicationListener {

		@Override
		public boolean supportsEventType(ResolvableType type) {
			return true;
		}

		@Override
		public void onApplicationEvent(ApplicationEvent event) {
		}

	}

	@LeaderOnly
	interface Job {

		void run();

	}

	static class OfAnnotatedInterface implements Job {

		@Override
		public void run() {
		}

	}

	@LeaderOnly
	@Retention(RetentionPolicy.RUNTIME)
	@interface Nightly {

		@AliasFor(annotation = LeaderOnly.class, attribute = "group")
		String of() default "night";

	}

	static class Composed {

		@Nightly
		public void nightly() {
		}

	}

	@LeaderOnly
	static class WithObjectMethods {

		public void work() {
		}

		@Override
		public boolean equals(Object other) {
			return this == other;
		}

		@Override
		public int hashCode() {
			return 1;
		}

		@Override
		public String toString() {
			return "mine";
		}

	}

	@LeaderOnly
	static class WithCallbacks implements InitializingBean, DisposableBean, SmartLifecycle, AutoCloseable,
			BeanNameAware, LeadershipListener {

		public void work() {
		}

		@PostConstruct
		public void init() {
		}

		@PreDestroy
		public void finish() {
		}

		@Override
		public void afterPropertiesSet() {
		}

		@Override
		public void destroy() {
		}

		@Override
		public void setBeanName(String name) {
		}

		@Override
		public void close() {
		}

		@Override
		public void start() {
		}

		@Override
		public void stop() {
		}

		@Override
		public boolean isRunning() {
			return false;
		}

		@Override
		public void onGranted(Leadership leadership) {
		}

	}

	@LeaderOnly(onFollower = OnFollower.SKIP)
	static class Listeners {

		@EventListener
		public void granted(LeadershipGrantedEvent event) {
		}

		@EventListener
		public void draining(LeadershipDrainingEvent event) {
		}

		@EventListener
		public void revoked(LeadershipRevokedEvent event) {
		}

		@EventListener(LeaderChangedEvent.class)
		public void changed() {
		}

		@EventListener
		public void down(MemberDownEvent event) {
		}

		@EventListener
		public void payload(PayloadApplicationEvent<LeadershipGrantedEvent> event) {
		}

		@EventListener
		public void refreshed(ContextRefreshedEvent event) {
		}

		public void granted(String notAnEvent) {
		}

	}

	@LeaderOnly
	static class PayloadListener implements ApplicationListener<PayloadApplicationEvent<LeadershipGrantedEvent>> {

		@Override
		public void onApplicationEvent(PayloadApplicationEvent<LeadershipGrantedEvent> event) {
		}

	}

	@LeaderOnly(onFollower = OnFollower.SKIP)
	static class RefreshListener implements ApplicationListener<ContextRefreshedEvent> {

		@Override
		public void onApplicationEvent(ContextRefreshedEvent event) {
			assertThat(event).isInstanceOf(ApplicationEvent.class);
		}

	}

	static class AnnotatedCallback {

		@LeaderOnly
		@PostConstruct
		public void init() {
		}

	}

	static class FinalMethod {

		@LeaderOnly
		public final void work() {
		}

	}

	static class PrivateMethod {

		@LeaderOnly
		private void work() {
		}

	}

	static class StaticMethod {

		@LeaderOnly
		public static void work() {
		}

	}

	@LeaderOnly
	static class FinalMethodOfType {

		public final void work() {
		}

	}

	static class Primitive {

		@LeaderOnly
		public int count() {
			return 1;
		}

	}

	static class WithSchedule {

		@LeaderOnly
		@Scheduled(fixedDelay = 1000)
		public void once() {
		}

		@LeaderOnly
		@Scheduled(fixedDelay = 1000)
		@Scheduled(cron = "0 0 * * * *")
		public List<String> twice() {
			return List.of();
		}

	}

	@Component
	static class PrimitiveSchedule {

		@LeaderOnly
		@Scheduled(fixedDelay = 1000)
		public int work() {
			return 1;
		}

	}

	static class Suspending {

		@LeaderOnly
		Object work(String name, Continuation<String> continuation) {
			return name;
		}

	}

}
