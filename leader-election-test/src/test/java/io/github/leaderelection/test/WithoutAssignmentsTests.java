package io.github.leaderelection.test;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.test.cluster.ClusterGroup;
import io.github.leaderelection.test.cluster.TestCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The kit on a class path without assignments.
 */
class WithoutAssignmentsTests {

	private final ClassLoader before = Thread.currentThread().getContextClassLoader();

	private URLClassLoader without;

	@BeforeEach
	void leaveOut() throws IOException {
		String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
		List<URL> urls = new ArrayList<>();
		for (String each : all.split(File.pathSeparator)) {
			if (!each.contains("leader-election-assignments")) {
				urls.add(Path.of(each).toUri().toURL());
			}
		}
		this.without = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
		Thread.currentThread().setContextClassLoader(this.without);
	}

	@AfterEach
	void restore() throws IOException {
		Thread.currentThread().setContextClassLoader(this.before);
		this.without.close();
	}

	@Test
	void clustersElectAndShowTheirMethods() throws Exception {
		assertThatExceptionOfType(ClassNotFoundException.class)
			.isThrownBy(() -> this.without.loadClass("io.github.leaderelection.assignments.AssignedPartitions"));
		assertThat(this.without.loadClass(ClusterGroup.class.getName()).getDeclaredMethods()).isNotEmpty();
		Class<?> type = this.without.loadClass(TestCluster.class.getName());
		assertThat(type.getDeclaredMethods()).isNotEmpty();
		Object cluster = type.getMethod("of", String[].class).invoke(null, (Object) new String[] { "a" });
		assertThat(type.getMethod("awaitLeader").invoke(cluster)).hasToString("a");
		type.getMethod("close").invoke(cluster);
	}

	@Test
	void testsOfApplicationsHaveTheirElection() throws Exception {
		Class<?> test = this.without
			.loadClass("io.github.leaderelection.test.autoconfigure.AutoConfigureLeaderElectionTests");
		Constructor<?> constructor = test.getDeclaredConstructor();
		constructor.setAccessible(true);
		Object instance = constructor.newInstance();
		Method method = test.getDeclaredMethod("leaderOnlyMethodsRunOnceLeadershipIsGrantedAndNoMoreOnceItIsRevoked");
		method.setAccessible(true);
		Class<?> type = this.without.loadClass("org.springframework.test.context.TestContextManager");
		Object manager = type.getConstructor(Class.class).newInstance(test);
		type.getMethod("prepareTestInstance", Object.class).invoke(manager, instance);
		type.getMethod("beforeTestMethod", Object.class, Method.class).invoke(manager, instance, method);
		method.invoke(instance);
		type.getMethod("afterTestMethod", Object.class, Method.class, Throwable.class)
			.invoke(manager, instance, method, null);
		Object context = type.getMethod("getTestContext").invoke(manager);
		Object application = context.getClass().getMethod("getApplicationContext").invoke(context);
		application.getClass().getMethod("close").invoke(application);
		assertThat(application.getClass().getMethod("isActive").invoke(application)).isEqualTo(false);
	}

}
