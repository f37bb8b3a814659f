package io.github.leaderelection.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What applications and extensions see of all modules, and how much of it there is.
 */
class PublicTypesTests {

	private static final String ROOT = "io.github.leaderelection";

	private static final int MOST = 95;

	private static final int MOST_OF_ASSIGNMENTS = 14;

	/** By which tests of applications hold assignments. */
	private static final List<String> KIT_OF_ASSIGNMENTS = List.of("ClusterAssignment.java", "TestAssignments.java",
			"WithPartitions.java");

	private static final String INTERNAL = "package " + ROOT + ".internal";

	private static final Pattern PUBLIC = Pattern
		.compile("(?m)^public ((abstract|final|sealed|non-sealed) )*(class|interface|record|enum|@interface) ");

	private static final JavaClasses classes = new ClassFileImporter().withImportOption(new ShippedClasses())
		.importPackages(ROOT);

	@Test
	void thereAreFewOutsideOfTheEngineRoom() throws IOException {
		List<String> names = new ArrayList<>();
		List<String> ofAssignments = new ArrayList<>();
		for (Path source : CommonRulesTests.sources()) {
			String text = Files.readString(source);
			if (PUBLIC.matcher(text).find() && !text.contains("\n@AutoConfiguration") && !text.startsWith(INTERNAL)) {
				(source.toString().contains("leader-election-assignments") ? ofAssignments : names)
					.add(source.getFileName().toString());
			}
		}
		assertThat(names.removeAll(KIT_OF_ASSIGNMENTS)).isTrue();
		assertThat(names).contains("LeaderElector.java", "LeaderOnly.java", "FencingDialect.java", "FencingGuard.java")
			.hasSizeLessThanOrEqualTo(MOST);
		assertThat(ofAssignments).contains("PartitionedWork.java").hasSizeLessThanOrEqualTo(MOST_OF_ASSIGNMENTS);
	}

	@Test
	void whatApplicationsCallKnowsNothingOfTheEngineRoom() {
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAnyPackage(ROOT, ROOT + ".fencing", ROOT + ".fencing.web", ROOT + ".spi", ROOT + ".spring")
			.should()
			.dependOnClassesThat()
			.resideInAPackage(ROOT + ".internal..")
			.check(classes);
	}

}
