package io.github.leaderelection.simulator;

import java.lang.reflect.Array;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.github.leaderelection.internal.Circles;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the simulator's packages may know.
 */
class ArchitectureTests {

	private static final JavaClasses classes = new ClassFileImporter()
		.withImportOption(new ImportOption.DoNotIncludeTests())
		.importPackages("io.github.leaderelection.simulator");

	@Test
	void packagesDependOneWay() {
		slices().matching("io.github.leaderelection.simulator.(*)..").should().beFreeOfCycles().check(classes);
	}

	@Test
	void packagesOfTheLabDependOneWay() {
		slices().matching("io.github.leaderelection.simulator.lab.(*)..").should().beFreeOfCycles().check(classes);
		noClasses().that()
			.resideInAnyPackage("..lab.stage", "..lab.script", "..lab.picture", "..lab.variant", "..lab.exercise")
			.should()
			.dependOnClassesThat()
			.resideInAPackage("io.github.leaderelection.simulator.lab")
			.check(classes);
	}

	@Test
	void fewFilesOfAPackageKnowEachOtherInACircle() {
		assertThat(Circles.tooLarge(classes)).isEmpty();
	}

	@Test
	void exercisesNeedTheStageAlone() {
		noClasses().that()
			.resideInAPackage("..lab.exercise")
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage("..lab.script", "..lab.picture", "..simulator.fault", "..simulator.scenario..")
			.check(classes);
		noClasses().that()
			.resideInAnyPackage("..lab.stage", "..lab.script", "..lab.picture", "..lab.variant")
			.should()
			.dependOnClassesThat()
			.resideInAPackage("..lab.exercise")
			.check(classes);
	}

	@Test
	void explorerNeedsNothingOfTheSimulatedCluster() {
		noClasses().that()
			.resideInAPackage("io.github.leaderelection.simulator.explorer..")
			.should()
			.dependOnClassesThat(resideInAPackage("io.github.leaderelection.simulator..")
				.and(resideOutsideOfPackage("io.github.leaderelection.simulator.explorer..")))
			.check(classes);
	}

	@Test
	void packagesOfTheExplorerDependOneWay() {
		slices().matching("io.github.leaderelection.simulator.explorer.(*)..").should().beFreeOfCycles().check(classes);
		noClasses().that()
			.resideInAPackage("io.github.leaderelection.simulator.explorer.*")
			.should()
			.dependOnClassesThat()
			.resideInAPackage("io.github.leaderelection.simulator.explorer")
			.check(classes);
	}

	@Test
	void explorerDoesNotReflect() {
		noClasses().that()
			.resideInAPackage("io.github.leaderelection.simulator.explorer..")
			.should()
			.dependOnClassesThat(resideInAPackage("java.lang.reflect").and(not(type(Array.class))))
			.check(classes);
	}

	@Test
	void nothingReadsRealTimeOrChance() {
		noClasses().that()
			.resideInAPackage("io.github.leaderelection.simulator.*..")
			.should()
			.dependOnClassesThat()
			.haveFullyQualifiedName("java.util.Random")
			.orShould()
			.dependOnClassesThat()
			.haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom")
			.orShould()
			.callMethod(System.class, "nanoTime")
			.orShould()
			.callMethod(System.class, "currentTimeMillis")
			.orShould()
			.callMethod(System.class, "identityHashCode", Object.class)
			.check(classes);
	}

}
