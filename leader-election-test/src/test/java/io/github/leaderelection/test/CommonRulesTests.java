package io.github.leaderelection.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What nobody may do, in all modules that ship. Who may know whom, the modules say
 * themselves.
 */
@AnalyzeClasses(packages = CommonRulesTests.ROOT, importOptions = ShippedClasses.class)
class CommonRulesTests {

	static final String ROOT = "io.github.leaderelection";

	private static final List<String> MODULES = List.of("leader-election-core", "leader-election-algorithms",
			"leader-election-transport", "leader-election-autoconfigure", "leader-election-crash-detection",
			"leader-election-observer", "leader-election-fencing", "leader-election-forward",
			"leader-election-assignments", "leader-election-page", "leader-election-metadata",
			"leader-election-node-fencing", "leader-election-test", "leader-election-stores/etcd",
			"leader-election-stores/jdbc", "leader-election-stores/kubernetes", "leader-election-stores/redis",
			"leader-election-stores/zookeeper");

	private static final Pattern SYNCHRONIZED = Pattern.compile("\\bsynchronized\\s*[(\\w]");

	private static final String ONE = "LoggerFactory.getLogger(LeaderElector.class)";

	private static final Pattern FOR_OPERATORS = Pattern.compile("logger\\s*\\.(info|warn|error|atLevel)\\(");

	@ArchTest
	static final ArchRule everyPackageIsNullMarked = classes().should(resideInANullMarkedPackage());

	@ArchTest
	static final ArchRule noClassHasANameThatSaysNothing = noClasses().should()
		.haveNameMatching(".*(Manager|Helper|Utils?|Impl)");

	@ArchTest
	static final ArchRule noMethodIsSynchronized = methods().should().notHaveModifier(JavaModifier.SYNCHRONIZED);

	@ArchTest
	static final ArchRule nobodyLogsThroughTheJdk = noClasses().should()
		.dependOnClassesThat()
		.resideInAPackage("java.util.logging..")
		.orShould()
		.accessField(System.class, "out")
		.orShould()
		.accessField(System.class, "err");

	@ArchTest
	static void allModulesAreLookedAt(JavaClasses classes) {
		assertThat(classes.stream().map(JavaClass::getPackageName)).contains(ROOT, ROOT + ".internal.raft",
				ROOT + ".internal.transport.link", ROOT + ".autoconfigure", ROOT + ".test");
	}

	@Test
	void nothingIsSynchronized() throws IOException {
		for (Path source : sources()) {
			assertThat(Files.readString(source)).as("%s", source).doesNotContainPattern(SYNCHRONIZED);
		}
	}

	@Test
	void whatOperatorsReadHasOneLogger() throws IOException {
		List<Path> logging = new ArrayList<>();
		for (Path source : sources()) {
			if (FOR_OPERATORS.matcher(Files.readString(source)).find()) {
				logging.add(source);
			}
		}
		assertThat(logging).hasSizeGreaterThan(30)
			.allSatisfy((path) -> assertThat(Files.readString(path).replace(ONE, "")).as("%s", path)
				.doesNotContain("LoggerFactory.getLogger("));
	}

	static List<Path> sources() throws IOException {
		List<Path> sources = new ArrayList<>();
		for (String module : MODULES) {
			try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
				files.filter((path) -> path.toString().endsWith(".java")).forEach(sources::add);
			}
		}
		return sources;
	}

	private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
		return new ArchCondition<>("reside in a package with @NullMarked") {

			@Override
			public void check(JavaClass type, ConditionEvents events) {
				boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
				events.add(new SimpleConditionEvent(type, marked, type.getPackageName() + " has "
						+ (marked ? "" : "no ") + "@NullMarked in its package-info.java"));
			}

		};
	}

}
